-- Nodes with the code before write beside it: their rows get the default. It goes when the last version without the field has ended.
ALTER TABLE products
  ADD COLUMN rehearsed text NOT NULL DEFAULT 'EUR',
  ADD COLUMN rehearsed_size jsonb,
  ADD COLUMN rehearsed_files jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN rehearsed_tags jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT products_rehearsed_check CHECK (
    char_length(rehearsed) <= 3 AND jsonb_typeof(rehearsed_size) = 'object'
    AND jsonb_typeof(rehearsed_files) = 'array' AND jsonb_array_length(rehearsed_files) <= 3
    AND jsonb_typeof(rehearsed_tags) = 'array' AND jsonb_array_length(rehearsed_tags) <= 20
  ) NOT VALID;

-- A version takes seven images, and no code takes more than the check.
ALTER TABLE products
  DROP CONSTRAINT products_images_check,
  ADD CONSTRAINT products_images_check CHECK (jsonb_typeof(images) = 'array' AND jsonb_array_length(images) <= 7) NOT VALID;

-- Nodes with the code before read it as an older value.
ALTER TYPE rental_status ADD VALUE 'rehearsed';
ALTER TYPE stock_type ADD VALUE 'rehearsed';
