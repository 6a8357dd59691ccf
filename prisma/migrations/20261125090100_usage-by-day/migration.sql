-- Nodes count by day themselves.
DROP TABLE "token_usage";
DROP FUNCTION count_usage_days();
DROP TABLE "usage_writers";

ALTER TABLE "token_usage_days" RENAME TO "token_usage";
ALTER TABLE "token_usage" RENAME COLUMN "refused" TO "rejected";
ALTER TABLE "token_usage" RENAME COLUMN "throttled" TO "rate_limited";
ALTER TABLE "token_usage" DROP COLUMN "replayed", DROP COLUMN "operations",
  ALTER COLUMN "day" TYPE DATE USING ("day" AT TIME ZONE 'UTC')::date;

ALTER TABLE "token_usage" RENAME CONSTRAINT "token_usage_days_pkey" TO "token_usage_pkey";
ALTER TABLE "token_usage" RENAME CONSTRAINT "token_usage_days_token_id_fkey" TO "token_usage_token_id_fkey";
ALTER INDEX "token_usage_days_day_idx" RENAME TO "token_usage_day_idx";
