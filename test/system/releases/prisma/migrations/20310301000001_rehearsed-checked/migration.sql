-- Reads every row, beside reads and writes.
ALTER TABLE products
  VALIDATE CONSTRAINT products_rehearsed_check,
  VALIDATE CONSTRAINT products_images_check;
