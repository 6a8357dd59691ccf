-- CreateIndex
CREATE INDEX CONCURRENTLY "api_tokens_version_expires_at_idx" ON "api_tokens"("version", "expires_at") WHERE "revoked_at" IS NULL;
