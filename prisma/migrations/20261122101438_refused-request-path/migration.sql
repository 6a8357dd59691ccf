-- AlterTable
ALTER TABLE "refused_requests" ADD COLUMN     "method" VARCHAR(20),
ADD COLUMN     "path" VARCHAR(300),
ADD COLUMN     "version" VARCHAR(20);
