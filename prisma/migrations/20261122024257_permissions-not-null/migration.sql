-- A list that is NULL can't be read. Code of an earlier release that leaves the column out gets the default.
UPDATE "users" SET "permissions" = '{}' WHERE "permissions" IS NULL;

-- AlterTable
ALTER TABLE "users" ALTER COLUMN "permissions" SET DEFAULT ARRAY[]::"permission"[],
ALTER COLUMN "permissions" SET NOT NULL;
