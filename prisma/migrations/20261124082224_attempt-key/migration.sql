-- AlterTable
ALTER TABLE "deployment" ADD COLUMN     "attempt_key" VARCHAR(43);
