-- DropForeignKey
ALTER TABLE "known_browsers" DROP CONSTRAINT "known_browsers_user_id_fkey";

-- They began with what no longer signs anybody in.
DELETE FROM "sessions";

-- AlterTable
ALTER TABLE "sessions" DROP COLUMN "address",
DROP COLUMN "agent",
ALTER COLUMN "method" SET NOT NULL;

-- AlterTable
ALTER TABLE "users" DROP COLUMN "must_change_password",
DROP COLUMN "password_hash";

-- DropTable
DROP TABLE "known_browsers";

-- CreateTable
CREATE TABLE "sign_in_links" (
    "hash" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "sign_in_links_user_id_idx" ON "sign_in_links"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_links_created_at_idx" ON "sign_in_links"("created_at");

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
