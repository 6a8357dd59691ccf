-- The time of the last change is that of the database, whoever writes. Nodes of the release before set the same one themselves.
ALTER TABLE "products" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;

CREATE OR REPLACE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" % 2147483647 + 1;
  NEW."updated_at" := now();
  RETURN NEW;
END
$$;
