-- Other software writes rentals: days, times and numbers that JSON or RFC 3339 has no form for are refused. The numeric NaN is
-- greater than all others. Rows that are there are looked at by another migration.
ALTER TABLE "rentals"
  ADD CONSTRAINT "rentals_dates_check" CHECK ("start_date" >= '0001-01-01' AND "end_date" <= '9999-12-31') NOT VALID,
  ADD CONSTRAINT "rentals_total_amount_check" CHECK ("total_amount" BETWEEN -1e300 AND 1e300) NOT VALID,
  ADD CONSTRAINT "rentals_times_check" CHECK (
    least("created_at", "updated_at", "paid_at") >= '0001-01-01T00:00:00Z'
    AND greatest("created_at", "updated_at", "paid_at") < '9999-12-31T23:59:59.9995Z'
  ) NOT VALID;
