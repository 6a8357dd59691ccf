-- CreateEnum
CREATE TYPE "surface" AS ENUM ('rest', 'graphql');

-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "form_key" TEXT,
ADD COLUMN     "last_sent_in_url_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_surface" "surface";

-- CreateTable
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_usage" (
    "token_id" INTEGER NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "surface" "surface" NOT NULL,
    "calls" INTEGER NOT NULL,
    "refused" INTEGER NOT NULL,
    "throttled" INTEGER NOT NULL,

    CONSTRAINT "token_usage_pkey" PRIMARY KEY ("token_id","hour","surface")
);

-- CreateTable
CREATE TABLE "refused_requests" (
    "request_id" TEXT NOT NULL,
    "token_id" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "surface" "surface" NOT NULL,
    "operation" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "errors" JSONB NOT NULL,

    CONSTRAINT "refused_requests_pkey" PRIMARY KEY ("request_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_seen_at_idx" ON "sessions"("seen_at");

-- CreateIndex
CREATE INDEX "token_usage_hour_idx" ON "token_usage"("hour");

-- CreateIndex
CREATE INDEX "refused_requests_token_id_at_idx" ON "refused_requests"("token_id", "at");

-- CreateIndex
CREATE INDEX "refused_requests_at_idx" ON "refused_requests"("at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_form_key_key" ON "api_tokens"("form_key");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_usage" ADD CONSTRAINT "token_usage_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refused_requests" ADD CONSTRAINT "refused_requests_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
