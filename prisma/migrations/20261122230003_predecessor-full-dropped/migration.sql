DROP INDEX CONCURRENTLY "api_tokens_predecessor_id_key";
