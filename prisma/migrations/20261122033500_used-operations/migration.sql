-- AlterTable
ALTER TABLE "token_usage" ADD COLUMN     "operations" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
