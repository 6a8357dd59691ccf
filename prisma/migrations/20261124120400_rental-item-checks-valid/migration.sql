-- Rows that are there may break a check. They stay, the check stays NOT VALID, and reads return the nearest value.
CREATE FUNCTION validate_checks(names text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    BEGIN
      EXECUTE format('ALTER TABLE rental_items VALIDATE CONSTRAINT %I', name);
    EXCEPTION WHEN check_violation THEN
      RAISE WARNING 'rows of rental_items break %', name;
    END;
  END LOOP;
END $$;
SELECT validate_checks(ARRAY['rental_items_daily_rate_check', 'rental_items_total_check']);
DROP FUNCTION validate_checks(text[]);
