-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "predecessor_id" INTEGER;

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_predecessor_id_key" ON "api_tokens"("predecessor_id");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_predecessor_id_fkey" FOREIGN KEY ("predecessor_id") REFERENCES "api_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
