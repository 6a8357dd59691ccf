-- Half the size of the index on the text, which nodes of before use; the next release drops that one.
CREATE UNIQUE INDEX CONCURRENTLY "api_tokens_hash_bytes_key" ON "api_tokens" (decode("hash", 'hex'));
