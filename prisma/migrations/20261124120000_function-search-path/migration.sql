-- The functions of triggers find their tables in any session. That of a restored dump has an empty search_path.
ALTER FUNCTION keep_idempotency_record() SET search_path = public, pg_temp;
ALTER FUNCTION count_usage_days() SET search_path = public, pg_temp;
