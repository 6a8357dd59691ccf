-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "address" VARCHAR(100),
ADD COLUMN     "agent" VARCHAR(200),
ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3),
ADD COLUMN     "method" VARCHAR(10);
