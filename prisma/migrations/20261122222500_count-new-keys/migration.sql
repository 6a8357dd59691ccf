-- The new idempotency keys of a user are counted in the statement that writes one, so that the count costs no round trip, is
-- undone with a write that fails, and is that of all nodes. Beyond 100,000 in 24 hours a new one is refused (D40).
CREATE OR REPLACE FUNCTION keep_idempotency_record() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  milliseconds bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  keys integer;
BEGIN
  INSERT INTO idempotency_records (user_id, key_hash, operation, input_hash, product_id)
  VALUES (
    NEW.owner_id,
    NEW.idempotency_record ->> 'keyHash',
    NEW.idempotency_record ->> 'operation',
    NEW.idempotency_record ->> 'inputHash',
    NEW.id
  );
  INSERT INTO budgets AS budget (key, points, expire)
  VALUES ('idempotency-keys:' || NEW.owner_id, 1, milliseconds + 86400000)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN budget.expire <= milliseconds THEN 1 ELSE budget.points + 1 END,
    expire = CASE WHEN budget.expire <= milliseconds THEN EXCLUDED.expire ELSE budget.expire END
  RETURNING points INTO keys;
  IF keys > 100000 THEN
    RAISE EXCEPTION 'too many new idempotency keys' USING ERRCODE = 'OA429';
  END IF;
  NEW.idempotency_record := NULL;
  RETURN NEW;
END $$;
