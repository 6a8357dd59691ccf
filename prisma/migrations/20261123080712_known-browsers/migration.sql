-- AlterTable
-- Nodes of before write users without the column, and sign in people who should change their password first.
ALTER TABLE "users" ADD COLUMN "must_change_password" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "known_browsers" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateIndex
CREATE INDEX "known_browsers_seen_at_idx" ON "known_browsers"("seen_at");

-- AddForeignKey
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
