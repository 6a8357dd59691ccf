-- CreateEnum
CREATE TYPE "permission" AS ENUM ('read', 'write', 'delete');

-- CreateEnum
CREATE TYPE "product_type" AS ENUM ('product', 'bundle');

-- CreateEnum
CREATE TYPE "stock_type" AS ENUM ('unit', 'bulk');

-- CreateEnum
CREATE TYPE "rental_status" AS ENUM ('active', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "surface" AS ENUM ('rest', 'graphql');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "permissions" "permission"[] NOT NULL DEFAULT ARRAY[]::"permission"[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "prefix" VARCHAR(16) NOT NULL,
    "last_four" TEXT NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "last_surface" "surface",
    "last_address" VARCHAR(100),
    "last_agent" VARCHAR(200),
    "last_sent_in_url_at" TIMESTAMPTZ(3),
    "form_key" TEXT COLLATE "C",
    "predecessor_id" INTEGER,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "authenticated_at" TIMESTAMPTZ(3),
    "method" VARCHAR(10) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_links" (
    "hash" TEXT COLLATE "C" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_links_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "identities" (
    "issuer" TEXT COLLATE "C" NOT NULL,
    "subject" TEXT COLLATE "C" NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "identities_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "products" (
    "id" SERIAL NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "type" "product_type" NOT NULL DEFAULT 'product',
    "title" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "rent" DECIMAL NOT NULL,
    "cost" DECIMAL,
    "stock_type" "stock_type" NOT NULL,
    "sku" TEXT,
    "quantity" INTEGER NOT NULL,
    "equipments" JSONB NOT NULL DEFAULT '[]',
    "images" JSONB NOT NULL DEFAULT '[]',
    "online" BOOLEAN NOT NULL DEFAULT true,
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "code" TEXT,
    "stock_unit_type_id" INTEGER,
    "barcode" TEXT,
    "commodity_code" TEXT,
    "country_of_manufacture" TEXT,
    "shelf_life_min" INTEGER,
    "shelf_life_max" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "idempotency_record" JSONB,
    "revision" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bundle_items" (
    "bundle_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "quantity" INTEGER NOT NULL,

    CONSTRAINT "bundle_items_pkey" PRIMARY KEY ("bundle_id","position")
);

-- CreateTable
CREATE TABLE "rentals" (
    "id" SERIAL NOT NULL,
    "status" "rental_status" NOT NULL,
    "start_date" DATE NOT NULL,
    "end_date" DATE NOT NULL,
    "total_amount" DECIMAL NOT NULL,
    "tenant_id" INTEGER NOT NULL,
    "owner_id" INTEGER NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rentals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rental_items" (
    "rental_id" INTEGER NOT NULL,
    "position" SMALLINT NOT NULL,
    "product_id" INTEGER NOT NULL,
    "title" VARCHAR(255) NOT NULL,
    "quantity" INTEGER NOT NULL,
    "daily_rate" DECIMAL NOT NULL,
    "total" DECIMAL NOT NULL,

    CONSTRAINT "rental_items_pkey" PRIMARY KEY ("rental_id","position")
);

-- CreateTable
CREATE TABLE "paid_accounts" (
    "rental_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "paid_accounts_pkey" PRIMARY KEY ("rental_id","user_id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "user_id" INTEGER NOT NULL,
    "key_hash" TEXT COLLATE "C" NOT NULL,
    "operation" TEXT NOT NULL,
    "input_hash" TEXT NOT NULL,
    "result_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("user_id","key_hash")
);

-- CreateTable
CREATE TABLE "budgets" (
    "key" VARCHAR(255) COLLATE "C" NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "deployment" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "environment" VARCHAR(4) NOT NULL,
    "attempt_key" VARCHAR(43),

    CONSTRAINT "deployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "token_usage" (
    "token_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "surface" "surface" NOT NULL,
    "calls" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "rate_limited" BIGINT NOT NULL,

    CONSTRAINT "token_usage_pkey" PRIMARY KEY ("token_id","day","surface")
);

-- CreateTable
CREATE TABLE "usage_flushes" (
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "usage_flushes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "failed_requests" (
    "token_id" INTEGER NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "times" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "surface" "surface" NOT NULL,
    "operation" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "sent_status" SMALLINT NOT NULL,
    "errors" JSONB NOT NULL,
    "path" VARCHAR(300) NOT NULL,
    "method" VARCHAR(20) NOT NULL,
    "version" VARCHAR(20) NOT NULL,
    "requests" JSONB NOT NULL,

    CONSTRAINT "failed_requests_pkey" PRIMARY KEY ("token_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_form_key_key" ON "api_tokens"("form_key");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_predecessor_id_key" ON "api_tokens"("predecessor_id") WHERE "predecessor_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_seen_at_idx" ON "sessions"("seen_at");

-- CreateIndex
CREATE INDEX "sign_in_links_user_id_idx" ON "sign_in_links"("user_id");

-- CreateIndex
CREATE INDEX "sign_in_links_created_at_idx" ON "sign_in_links"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_issuer_key" ON "identities"("user_id", "issuer");

-- CreateIndex
CREATE INDEX "products_owner_id_idx" ON "products"("owner_id");

-- CreateIndex
CREATE INDEX "bundle_items_ad_id_idx" ON "bundle_items"("ad_id");

-- CreateIndex
CREATE INDEX "rentals_tenant_id_idx" ON "rentals"("tenant_id");

-- CreateIndex
CREATE INDEX "rentals_owner_id_idx" ON "rentals"("owner_id");

-- CreateIndex
CREATE INDEX "rental_items_product_id_idx" ON "rental_items"("product_id");

-- CreateIndex
CREATE INDEX "paid_accounts_user_id_idx" ON "paid_accounts"("user_id");

-- CreateIndex
CREATE INDEX "idempotency_records_created_at_idx" ON "idempotency_records"("created_at");

-- CreateIndex
CREATE INDEX "budgets_expire_idx" ON "budgets"("expire");

-- CreateIndex
CREATE INDEX "token_usage_day_idx" ON "token_usage"("day");

-- CreateIndex
CREATE INDEX "usage_flushes_at_idx" ON "usage_flushes"("at");

-- CreateIndex
CREATE INDEX "failed_requests_token_id_at_idx" ON "failed_requests"("token_id", "at");

-- CreateIndex
CREATE INDEX "failed_requests_at_idx" ON "failed_requests"("at");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_predecessor_id_fkey" FOREIGN KEY ("predecessor_id") REFERENCES "api_tokens"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_fkey" FOREIGN KEY ("bundle_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_ad_id_fkey" FOREIGN KEY ("ad_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rentals" ADD CONSTRAINT "rentals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rentals" ADD CONSTRAINT "rentals_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE RESTRICT;

-- AddForeignKey
ALTER TABLE "rental_items" ADD CONSTRAINT "rental_items_rental_id_fkey" FOREIGN KEY ("rental_id") REFERENCES "rentals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rental_items" ADD CONSTRAINT "rental_items_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paid_accounts" ADD CONSTRAINT "paid_accounts_rental_id_fkey" FOREIGN KEY ("rental_id") REFERENCES "rentals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paid_accounts" ADD CONSTRAINT "paid_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_usage" ADD CONSTRAINT "token_usage_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "failed_requests" ADD CONSTRAINT "failed_requests_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "api_tokens"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rules a race could break (sections 2 and 8 of the specification), held by the database as well.
ALTER TABLE "products"
  ADD CONSTRAINT "products_title_check" CHECK ("title" <> ''),
  ADD CONSTRAINT "products_rent_check" CHECK ("rent" >= 0.01 AND "rent" < 'Infinity'::numeric),
  ADD CONSTRAINT "products_cost_check" CHECK ("cost" >= 0 AND "cost" < 'Infinity'::numeric),
  ADD CONSTRAINT "products_quantity_check" CHECK ("quantity" >= 1),
  -- btrim is given the white space of ECMAScript's trim(), so that both sides mean the same by blank.
  ADD CONSTRAINT "products_sku_check" CHECK (
    "stock_type" <> 'unit' OR (
      "sku" IS NOT NULL AND
      btrim("sku", E'\u0009\u000A\u000B\u000C\u000D\u0020\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF') <> ''
    )
  ),
  ADD CONSTRAINT "products_bundle_stock_type_check" CHECK ("type" <> 'bundle' OR "stock_type" = 'bulk'),
  ADD CONSTRAINT "products_equipments_check" CHECK (jsonb_typeof("equipments") = 'array' AND jsonb_array_length("equipments") <= 50),
  ADD CONSTRAINT "products_images_check" CHECK (jsonb_typeof("images") = 'array' AND jsonb_array_length("images") <= 5),
  ADD CONSTRAINT "products_shelf_life_check" CHECK ("shelf_life_min" >= 0 AND "shelf_life_max" >= 0 AND "shelf_life_min" <= "shelf_life_max");

ALTER TABLE "bundle_items"
  ADD CONSTRAINT "bundle_items_quantity_check" CHECK ("quantity" >= 1),
  ADD CONSTRAINT "bundle_items_position_check" CHECK ("position" BETWEEN 0 AND 29),
  ADD CONSTRAINT "bundle_items_self_check" CHECK ("bundle_id" <> "ad_id");

-- Other software writes rentals: days, times and numbers that JSON or RFC 3339 has no form for are rejected. The numeric NaN is
-- greater than all others.
ALTER TABLE "rentals"
  ADD CONSTRAINT "rentals_period_check" CHECK ("start_date" <= "end_date"),
  ADD CONSTRAINT "rentals_dates_check" CHECK ("start_date" >= '0001-01-01' AND "end_date" <= '9999-12-31'),
  ADD CONSTRAINT "rentals_total_amount_check" CHECK ("total_amount" BETWEEN -1e300 AND 1e300),
  ADD CONSTRAINT "rentals_times_check" CHECK (
    least("created_at", "updated_at", "paid_at") >= '0001-01-01T00:00:00Z'
    AND greatest("created_at", "updated_at", "paid_at") < '9999-12-31T23:59:59.9995Z'
  );

ALTER TABLE "rental_items"
  ADD CONSTRAINT "rental_items_quantity_check" CHECK ("quantity" >= 1),
  ADD CONSTRAINT "rental_items_daily_rate_check" CHECK ("daily_rate" BETWEEN -1e300 AND 1e300),
  ADD CONSTRAINT "rental_items_total_check" CHECK ("total" BETWEEN -1e300 AND 1e300);

ALTER TABLE "deployment"
  ADD CONSTRAINT "deployment_id_check" CHECK ("id" = 1),
  ADD CONSTRAINT "deployment_environment_check" CHECK ("environment" IN ('test', 'live'));

-- Usable tokens of a version: pages tell their owners that it ends.
CREATE INDEX "api_tokens_version_expires_at_idx" ON "api_tokens"("version", "expires_at") WHERE "revoked_at" IS NULL;

-- Every update raises the revision by one, whoever writes; the largest one is followed by 1 (D41).
CREATE FUNCTION "raise_revision"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."revision" := OLD."revision" % 2147483647 + 1;
  NEW."updated_at" := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER "products_revision" BEFORE UPDATE ON "products" FOR EACH ROW EXECUTE FUNCTION "raise_revision"();

-- A write and its idempotency record are one statement, so that no crash can part them (D40). Another write with the same
-- key waits for the end of this transaction; then the primary key rejects it. A user has 100,000 new keys in 24 hours. Tools
-- that copy data, such as pg_dump, set no search_path.
CREATE FUNCTION "keep_idempotency_record"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  milliseconds bigint := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
  keys integer;
BEGIN
  INSERT INTO idempotency_records (user_id, key_hash, operation, input_hash, result_id)
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

CREATE TRIGGER "keep_idempotency_record" BEFORE INSERT OR UPDATE ON "products"
FOR EACH ROW WHEN (NEW.idempotency_record IS NOT NULL) EXECUTE FUNCTION "keep_idempotency_record"();

-- Room for the last use, so that its update touches no index.
ALTER TABLE "api_tokens" SET (fillfactor = 90);

-- Counts are updated in place. A part of these rows goes every day: by default a table is vacuumed when a fifth of it is dead, and
-- it and every search in its indexes would be larger by that part.
ALTER TABLE "token_usage" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "failed_requests" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
ALTER TABLE "idempotency_records" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
