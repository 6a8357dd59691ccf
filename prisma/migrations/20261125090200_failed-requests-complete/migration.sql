DELETE FROM "refused_requests"
WHERE "sent_status" IS NULL OR "path" IS NULL OR "method" IS NULL OR "version" IS NULL;
ALTER TABLE "refused_requests" ALTER COLUMN "sent_status" SET NOT NULL,
  ALTER COLUMN "path" SET NOT NULL,
  ALTER COLUMN "method" SET NOT NULL,
  ALTER COLUMN "version" SET NOT NULL;
