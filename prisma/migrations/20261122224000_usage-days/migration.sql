-- CreateTable
CREATE TABLE "token_usage_days" (
    "token_id" INTEGER NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "surface" "surface" NOT NULL,
    "calls" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "throttled" BIGINT NOT NULL,
    "replayed" BIGINT NOT NULL,
    "operations" TEXT[] NOT NULL,

    CONSTRAINT "token_usage_days_pkey" PRIMARY KEY ("token_id","day","surface")
) WITH (fillfactor = 80);

-- CreateIndex
CREATE INDEX "token_usage_days_day_idx" ON "token_usage_days"("day");

-- AddForeignKey
ALTER TABLE "token_usage_days" ADD CONSTRAINT "token_usage_days_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
