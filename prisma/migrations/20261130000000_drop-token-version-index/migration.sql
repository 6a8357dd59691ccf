-- No statement looks for the tokens of a version anymore.
DROP INDEX CONCURRENTLY IF EXISTS "api_tokens_version_expires_at_idx";
