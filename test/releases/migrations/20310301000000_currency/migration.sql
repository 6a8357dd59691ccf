-- Nodes with the code before write beside it: their rows get the default. It goes when the last version without the field has ended.
ALTER TABLE products ADD COLUMN currency text NOT NULL DEFAULT 'EUR' CHECK (char_length(currency) <= 3);
