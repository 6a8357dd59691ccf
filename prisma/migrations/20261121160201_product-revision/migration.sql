-- AlterTable
ALTER TABLE "products" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1;

-- Every update raises the revision by one, whoever writes; the largest one is followed by 1.
CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" % 2147483647 + 1;
  RETURN NEW;
END
$$;

CREATE TRIGGER "products_revision" BEFORE UPDATE ON "products" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();
