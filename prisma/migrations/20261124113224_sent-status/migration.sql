-- AlterTable
ALTER TABLE "refused_requests" ADD COLUMN     "sent_status" SMALLINT;
