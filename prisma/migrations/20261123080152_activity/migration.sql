-- CreateTable
CREATE TABLE "activity" (
    "id" BIGSERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "action" VARCHAR(40) NOT NULL,
    "through" VARCHAR(20) NOT NULL,
    "process_owner" VARCHAR(100),
    "address" VARCHAR(100),
    "agent" VARCHAR(200),
    "session_id" INTEGER,
    "token_id" INTEGER,
    "token_name" VARCHAR(255),
    "predecessor_id" INTEGER,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activity_user_id_id_idx" ON "activity"("user_id", "id");

-- CreateIndex
CREATE INDEX "activity_at_idx" ON "activity"("at");

-- AddForeignKey
ALTER TABLE "activity" ADD CONSTRAINT "activity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
