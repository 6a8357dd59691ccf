-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "last_address" VARCHAR(100),
ADD COLUMN     "last_agent" VARCHAR(200);
