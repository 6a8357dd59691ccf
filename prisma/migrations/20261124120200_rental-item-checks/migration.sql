ALTER TABLE "rental_items"
  ADD CONSTRAINT "rental_items_daily_rate_check" CHECK ("daily_rate" BETWEEN -1e300 AND 1e300) NOT VALID,
  ADD CONSTRAINT "rental_items_total_check" CHECK ("total" BETWEEN -1e300 AND 1e300) NOT VALID;
