-- Triggers keep the days, in the statement that writes the hours: nodes of before write hours alone, and an import has no days.
-- They add what a statement has changed, summed, to one row of each day; rows are locked in one order.
CREATE FUNCTION count_usage_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes text := 'SELECT 1 AS sign, * FROM added';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    changes := changes || ' UNION ALL SELECT -1, * FROM removed';
  END IF;
  EXECUTE format('
    INSERT INTO token_usage_days AS days (token_id, day, surface, calls, refused, throttled, replayed, operations)
    SELECT token_id, date_trunc(''day'', hour, ''UTC''), surface,
      sum(sign * calls), sum(sign * refused), sum(sign * throttled), sum(sign * replayed),
      ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(NULLIF(array_to_string(operations, '' ''), ''''), '' ''), '' '')))
    FROM (%s) AS changes
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
    ON CONFLICT (token_id, day, surface) DO UPDATE SET
      calls = days.calls + EXCLUDED.calls,
      refused = days.refused + EXCLUDED.refused,
      throttled = days.throttled + EXCLUDED.throttled,
      replayed = days.replayed + EXCLUDED.replayed,
      operations = CASE WHEN days.operations @> EXCLUDED.operations THEN days.operations
        ELSE ARRAY(SELECT DISTINCT unnest(days.operations || EXCLUDED.operations)) END', changes);
  RETURN NULL;
END $$;

-- Hours can be read but not written until the end of this transaction, so that none of today is counted twice or not at all.
-- Only those of today are summed here; nodes keep for some seconds what they can't write. The next migration sums the others.
CREATE TRIGGER count_inserted_usage AFTER INSERT ON "token_usage"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_usage_days();

CREATE TRIGGER count_updated_usage AFTER UPDATE ON "token_usage"
REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_usage_days();

INSERT INTO "token_usage_days" (token_id, day, surface, calls, refused, throttled, replayed, operations)
SELECT token_id, date_trunc('day', hour, 'UTC'), surface, sum(calls), sum(refused), sum(throttled), sum(replayed),
  ARRAY(SELECT DISTINCT unnest(string_to_array(string_agg(NULLIF(array_to_string(operations, ' '), ''), ' '), ' ')))
FROM token_usage WHERE hour >= date_trunc('day', now(), 'UTC')
GROUP BY 1, 2, 3;
