-- No statement looks for the tokens of a version anymore.
DROP INDEX "api_tokens_version_expires_at_idx";
