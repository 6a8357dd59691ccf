CREATE UNIQUE INDEX CONCURRENTLY "api_tokens_predecessor_id_given_key" ON "api_tokens" ("predecessor_id") WHERE "predecessor_id" IS NOT NULL;
