-- The days before today, which no node writes any more: nothing waits for this statement. A count that a node has held since
-- then and writes meanwhile is in its hour and may be missing in its day.
INSERT INTO "token_usage_days" (token_id, day, surface, calls, refused, throttled, replayed, operations)
SELECT token_id, date_trunc('day', hour, 'UTC'), surface, sum(calls), sum(refused), sum(throttled), sum(replayed),
  ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(NULLIF(array_to_string(operations, ' '), ''), ' '), ' ')))
FROM token_usage WHERE hour < date_trunc('day', now(), 'UTC')
GROUP BY 1, 2, 3
ON CONFLICT DO NOTHING;
