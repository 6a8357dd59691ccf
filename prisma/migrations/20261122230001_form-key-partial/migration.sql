-- Nearly all are null. Nodes of before need the full index for their upserts; the next release drops it.
CREATE UNIQUE INDEX CONCURRENTLY "api_tokens_form_key_given_key" ON "api_tokens" ("form_key") WHERE "form_key" IS NOT NULL;
