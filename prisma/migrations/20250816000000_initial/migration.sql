-- CreateEnum
CREATE TYPE "permission" AS ENUM ('read', 'write', 'delete');

-- CreateEnum
CREATE TYPE "product_type" AS ENUM ('product', 'bundle');

-- CreateEnum
CREATE TYPE "stock_type" AS ENUM ('unit', 'bulk');

-- CreateEnum
CREATE TYPE "rental_status" AS ENUM ('active', 'completed', 'cancelled');

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "permissions" "permission"[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" VARCHAR(16) NOT NULL,
    "last_four" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
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
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

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
CREATE TABLE "budgets" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "budgets_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_hash_key" ON "api_tokens"("hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");

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
CREATE INDEX "budgets_expire_idx" ON "budgets"("expire");

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_bundle_id_fkey" FOREIGN KEY ("bundle_id") REFERENCES "products"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bundle_items" ADD CONSTRAINT "bundle_items_ad_id_fkey" FOREIGN KEY ("ad_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rentals" ADD CONSTRAINT "rentals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rentals" ADD CONSTRAINT "rentals_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rental_items" ADD CONSTRAINT "rental_items_rental_id_fkey" FOREIGN KEY ("rental_id") REFERENCES "rentals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rental_items" ADD CONSTRAINT "rental_items_product_id_fkey" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paid_accounts" ADD CONSTRAINT "paid_accounts_rental_id_fkey" FOREIGN KEY ("rental_id") REFERENCES "rentals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "paid_accounts" ADD CONSTRAINT "paid_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


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

ALTER TABLE "rentals" ADD CONSTRAINT "rentals_period_check" CHECK ("start_date" <= "end_date");

ALTER TABLE "rental_items" ADD CONSTRAINT "rental_items_quantity_check" CHECK ("quantity" >= 1);
