-- AlterTable
ALTER TABLE "products" ADD COLUMN     "idempotency_record" JSONB;

-- AlterTable
ALTER TABLE "token_usage" ADD COLUMN     "replayed" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "idempotency_records" (
    "user_id" INTEGER NOT NULL,
    "key_hash" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "product_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("user_id","key_hash")
);

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A write and its idempotency record are one statement, so that no crash can part them (D40). Another write with the same
-- key waits for the end of this transaction; then the primary key refuses it.
CREATE FUNCTION keep_idempotency_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO idempotency_records (user_id, key_hash, operation, input_hash, product_id)
  VALUES (
    NEW.owner_id,
    NEW.idempotency_record ->> 'keyHash',
    NEW.idempotency_record ->> 'operation',
    NEW.idempotency_record ->> 'inputHash',
    NEW.id
  );
  NEW.idempotency_record := NULL;
  RETURN NEW;
END $$;

CREATE TRIGGER keep_idempotency_record BEFORE INSERT OR UPDATE ON products
FOR EACH ROW WHEN (NEW.idempotency_record IS NOT NULL) EXECUTE FUNCTION keep_idempotency_record();
