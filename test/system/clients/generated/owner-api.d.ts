export interface paths {
    "/rental/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a rental
         * @description Read a rental in which you are tenant or owner.
         *
         *     For the tenant and the owner of the rental. `selectAccounts` is there once it is paid.
         */
        get: operations["readRental"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description Read a product of yours.
         *
         *     For the owner of the product. Every field is there: null where the product has no value, an empty list where it has
         *     no entries. A bundle has its `items` too.
         */
        get: operations["readProduct"];
        /**
         * Update a product
         * @description Update the given fields of a product of yours; the others stay as they are.
         *
         *     Sets the fields that are given and keeps all others. A list is replaced whole, and `[]` clears it. Null clears
         *     every field that a product can be without, `sku` under `stock_type` 1 alone; for any other field it is `REQUIRED`. The
         *     rules hold for the product that results: under `stock_type` 0 it must have a `sku`. A `code` becomes the sku of a product that
         *     has none and is given none.
         *
         *     A product can be sent back as it was read: `id`, `productType` and `items` are accepted where they equal what is stored, and
         *     are `INVALID_FORMAT` otherwise; `created_at` and `updated_at` are ignored. Images that are stored already are not probed again.
         *
         *     With `If-Match` the product is changed only while a read in the same version of the API answers with that `ETag`.
         *
         *     The fields stand in `product`, or in `data.attributes` beside `data.type: "products"`; in one of the two.
         *
         *     With an `Idempotency-Key` it is done once in 24 hours, over both surfaces.
         */
        put: operations["updateProduct"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a product
         * @description Create a product.
         *
         *     Under `stock_type` 0, the default, a `sku` is needed, or a `code`, which
         *     then is the sku. Null is the same as absent. A product of `productType` 1 is a bundle without items; its
         *     stock is `stock_type` 1.
         *
         *     The fields stand in `product`, or in `data.attributes` beside `data.type: "products"`; in one of the two.
         *
         *     Takes a point of the budget of creates, which both surfaces share; a refused input takes one too. With an `Idempotency-Key` it is done once in 24 hours, over both surfaces.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bundle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a bundle
         * @description Create a bundle of products of yours.
         *
         *     Each item names a product of yours that is online and no bundle itself; a product may stand in several
         *     items. Without a price of its own the bundle costs the sum of its items' rents, each times its quantity, as of now and exact to the last digit.
         *     Null is the same as absent.
         *
         *     Read and update the bundle as a product, under the id that is answered.
         *
         *     Takes a point of the budget of creates, which both surfaces share; a refused input takes one too. With an `Idempotency-Key` it is done once in 24 hours, over both surfaces.
         */
        post: operations["createBundle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description A person of the marketplace. */
        Account: {
            /**
             * Format: int32
             * @description The id of the person.
             * @example 1
             */
            id: number;
            /**
             * @description The name of the person.
             * @example Theo Tenant
             */
            name: string;
            /**
             * @description The e-mail address of the person.
             * @example tenant@example.com
             */
            email: string;
        };
        AuthenticationFailure: {
            /** @description The failure, in one sentence for people. */
            error: string;
            /**
             * @description The same code as on GraphQL.
             * @enum {string}
             */
            code: "AUTH_INVALID_TOKEN";
        };
        /** @description A line of a bundle. */
        BundleItem: {
            /**
             * Format: int32
             * @description Id of a product of yours that is online.
             */
            ad_id: number;
            /**
             * Format: int32
             * @description The number of units of the product.
             */
            quantity: number;
        };
        /** @description A line of a bundle. */
        BundleItemInput: {
            /**
             * Format: int32
             * @description Id of a product of yours that is online.
             */
            ad_id: number;
            /**
             * Format: int32
             * @description The number of units of the product.
             */
            quantity: number;
        };
        CreateBundleEnvelope: {
            bundle: components["schemas"]["CreateBundleInput"];
        };
        CreateBundleInput: {
            /** @description The title. */
            title: string;
            /** @description The products of the bundle, in order. A product may stand in several lines. */
            items: components["schemas"]["BundleItemInput"][];
            /** @description Markdown or HTML text, stored as sent. Null is the same as absent. */
            description?: string | null;
            /**
             * Format: double
             * @description The rental price; by default the sum of the items' rents, each times its quantity. Null is the same as absent.
             */
            rent?: number | null;
            /** @description Images, in order. Null is the same as absent. */
            images?: components["schemas"]["ImageInput"][] | null;
            /** @description Whether it is available for rental. Default: true. Null is the same as absent. */
            online?: boolean | null;
            /** @description Whether it is archived. Default: false. Null is the same as absent. */
            archived?: boolean | null;
        };
        CreatedBundle: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /**
             * Format: int32
             * @description The id of the new bundle, which is the id of a product.
             * @example 1
             */
            id: number;
        };
        CreatedProduct: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
            /**
             * Format: int32
             * @description The id of the new product.
             * @example 1
             */
            id: number;
            /**
             * Format: uri-reference
             * @description The path of the new product.
             */
            location: string;
        };
        CreateProductBody: components["schemas"]["CreateProductEnvelope"] | components["schemas"]["CreateProductDataEnvelope"];
        CreateProductDataEnvelope: {
            data: components["schemas"]["CreateProductResource"];
        };
        CreateProductEnvelope: {
            product: components["schemas"]["CreateProductInput"];
        };
        CreateProductInput: {
            /** @description The title. */
            title: string;
            /** @description Markdown or HTML text, stored as sent. Null is the same as absent. */
            description?: string | null;
            /**
             * Format: double
             * @description The rental price.
             */
            rent: number;
            /**
             * Format: double
             * @description The cost of the product. Null is the same as absent.
             */
            cost?: number | null;
            /**
             * @description A product, or a bundle of products; never changes afterwards. Default: 0. Null is the same as absent. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer|null}
             */
            productType?: 0 | 1 | null;
            /**
             * @description How its stock is managed: each unit is tracked and has a sku, or only the total quantity, as for every bundle. Default: 0. Null is the same as absent. `0`: UNIT, `1`: BULK.
             * @enum {integer|null}
             */
            stock_type?: 0 | 1 | null;
            /** @description Unit identifier. Required under unit stock. Null is the same as absent. */
            sku?: string | null;
            /**
             * Format: int32
             * @description The number of units. Default: 1. Null is the same as absent.
             */
            quantity?: number | null;
            /** @description Its equipment, in order. Null is the same as absent. */
            equipments?: components["schemas"]["EquipmentInput"][] | null;
            /** @description Images, in order. Null is the same as absent. */
            images?: components["schemas"]["ImageInput"][] | null;
            /** @description Whether it is available for rental. Default: true. Null is the same as absent. */
            online?: boolean | null;
            /** @description Whether it is archived. Default: false. Null is the same as absent. */
            archived?: boolean | null;
            /** @description Product code; also the sku of a product that would have none otherwise. Null is the same as absent. */
            code?: string | null;
            /**
             * Format: int32
             * @description Id of the type of stock unit. Null is the same as absent.
             */
            stock_unit_type_id?: number | null;
            /** @description Barcode. Null is the same as absent. */
            barcode?: string | null;
            /** @description Commodity code for customs. Null is the same as absent. */
            commodity_code?: string | null;
            /**
             * @description Country of manufacture, ISO 3166-1 alpha-2. Null is the same as absent.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Shortest shelf life in days. Null is the same as absent.
             */
            shelf_life_min?: number | null;
            /**
             * Format: int32
             * @description Longest shelf life in days; not below the shortest. Null is the same as absent.
             */
            shelf_life_max?: number | null;
        };
        CreateProductResource: {
            /**
             * @description Always `products`.
             * @enum {string}
             */
            type: "products";
            attributes: components["schemas"]["CreateProductInput"];
        };
        /** @description Equipment of a product. */
        Equipment: {
            /** @description The name of the equipment, not blank. */
            name: string;
            /**
             * Format: int32
             * @description The number of pieces.
             */
            quantity: number;
        };
        /** @description Equipment of a product. */
        EquipmentInput: {
            /** @description The name of the equipment, not blank. */
            name: string;
            /**
             * Format: int32
             * @description The number of pieces.
             */
            quantity: number;
        };
        Failure: {
            /** @description The failure, in one sentence for people. */
            error: string;
        };
        /** @description An image of a product or bundle. */
        Image: {
            /**
             * Format: uri
             * @description http or https URL of the image. It must be reachable; WEBP, JPG or PNG of 1200x800 pixels is recommended.
             */
            src: string;
        };
        /** @description An image of a product or bundle. */
        ImageInput: {
            /**
             * Format: uri
             * @description http or https URL of the image. It must be reachable; WEBP, JPG or PNG of 1200x800 pixels is recommended.
             */
            src: string;
        };
        /** @description A product as its owner reads it: the `ads` group. A bundle is a product too. */
        Product: {
            /**
             * Format: int32
             * @description Its id, the same on GraphQL.
             * @example 1
             */
            id: number;
            /** @description The title. */
            title: string;
            /** @description Markdown or HTML text, stored as sent. */
            description: string | null;
            /**
             * Format: double
             * @description The rental price.
             */
            rent: number;
            /**
             * Format: double
             * @description The cost of the product.
             */
            cost: number | null;
            /**
             * @description A product, or a bundle of products; never changes afterwards. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer}
             */
            productType: 0 | 1;
            /**
             * @description How its stock is managed: each unit is tracked and has a sku, or only the total quantity, as for every bundle. `0`: UNIT, `1`: BULK.
             * @enum {integer}
             */
            stock_type: 0 | 1;
            /** @description Unit identifier. Required under unit stock. */
            sku: string | null;
            /**
             * Format: int32
             * @description The number of units.
             */
            quantity: number;
            /** @description Its equipment, in order. */
            equipments: components["schemas"]["Equipment"][];
            /** @description Images, in order. */
            images: components["schemas"]["Image"][];
            /** @description Whether it is available for rental. */
            online: boolean;
            /** @description Whether it is archived. */
            archived: boolean;
            /** @description Product code; also the sku of a product that would have none otherwise. */
            code: string | null;
            /**
             * Format: int32
             * @description Id of the type of stock unit.
             */
            stock_unit_type_id: number | null;
            /** @description Barcode. */
            barcode: string | null;
            /** @description Commodity code for customs. */
            commodity_code: string | null;
            /**
             * @description Country of manufacture, ISO 3166-1 alpha-2.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Shortest shelf life in days.
             */
            shelf_life_min: number | null;
            /**
             * Format: int32
             * @description Longest shelf life in days; not below the shortest.
             */
            shelf_life_max: number | null;
            /** @description The products of a bundle, in order; absent for a plain product. */
            items?: components["schemas"]["BundleItem"][];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-07-01T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-07-01T08:30:00.000Z
             */
            updated_at: string;
        };
        ProductEnvelope: {
            product: components["schemas"]["Product"];
        };
        /** @description A rental, for its tenant and its owner: the `rental` group. */
        Rental: {
            /**
             * Format: int32
             * @description Its id, the same on both surfaces.
             * @example 1
             */
            id: number;
            /**
             * @description Its state: in progress, ended and returned, or cancelled before or during the period. `active`: ACTIVE, `completed`: COMPLETED, `cancelled`: CANCELLED.
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /**
             * Format: date
             * @description Its first day.
             * @example 2026-07-10
             */
            start_date: string;
            /**
             * Format: date
             * @description Its last day.
             * @example 2026-07-12
             */
            end_date: string;
            /**
             * Format: double
             * @description The total price: the sum of those of its lines.
             */
            total_amount: number;
            tenant: components["schemas"]["Account"];
            owner: components["schemas"]["Account"];
            /** @description The rented products, in order. */
            items: components["schemas"]["RentalItem"][];
            /** @description The accounts that were paid; only for a paid rental. */
            selectAccounts?: components["schemas"]["Account"][];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-07-01T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-07-01T08:30:00.000Z
             */
            updated_at: string;
        };
        RentalEnvelope: {
            rentals: components["schemas"]["Rental"];
        };
        /** @description A line of a rental, as agreed when it was made. */
        RentalItem: {
            /**
             * Format: int32
             * @description The id of the product.
             * @example 1
             */
            product_id: number;
            /** @description The title of the product when it was rented. */
            title: string;
            /**
             * Format: int32
             * @description The number of units of the product.
             */
            quantity: number;
            /**
             * Format: double
             * @description The price of one unit for one day.
             */
            daily_rate: number;
            /**
             * Format: double
             * @description The price of the line: that of one unit for one day, times the quantity, times the days of the rental. The first and the last day both count.
             */
            total: number;
        };
        Updated: {
            /**
             * @description Always true.
             * @enum {boolean}
             */
            success: true;
        };
        UpdateProductBody: components["schemas"]["UpdateProductEnvelope"] | components["schemas"]["UpdateProductDataEnvelope"];
        UpdateProductDataEnvelope: {
            data: components["schemas"]["UpdateProductResource"];
        };
        UpdateProductEnvelope: {
            product: components["schemas"]["UpdateProductInput"];
        };
        UpdateProductInput: {
            /** @description The title. Null is refused: `REQUIRED`. */
            title?: string;
            /** @description Markdown or HTML text, stored as sent. Null clears it. */
            description?: string | null;
            /**
             * Format: double
             * @description The rental price. Null is refused: `REQUIRED`.
             */
            rent?: number;
            /**
             * Format: double
             * @description The cost of the product. Null clears it.
             */
            cost?: number | null;
            /**
             * @description How its stock is managed: each unit is tracked and has a sku, or only the total quantity, as for every bundle. Null is refused: `REQUIRED`. `0`: UNIT, `1`: BULK.
             * @enum {integer}
             */
            stock_type?: 0 | 1;
            /** @description Unit identifier. Required under unit stock. Null clears it. */
            sku?: string | null;
            /**
             * Format: int32
             * @description The number of units. Null is refused: `REQUIRED`.
             */
            quantity?: number;
            /** @description Its equipment, in order. Null is refused: `REQUIRED`. */
            equipments?: components["schemas"]["EquipmentInput"][];
            /** @description Images, in order. Null is refused: `REQUIRED`. */
            images?: components["schemas"]["ImageInput"][];
            /** @description Whether it is available for rental. Null is refused: `REQUIRED`. */
            online?: boolean;
            /** @description Whether it is archived. Null is refused: `REQUIRED`. */
            archived?: boolean;
            /** @description Product code; also the sku of a product that would have none otherwise. Null clears it. */
            code?: string | null;
            /**
             * Format: int32
             * @description Id of the type of stock unit. Null clears it.
             */
            stock_unit_type_id?: number | null;
            /** @description Barcode. Null clears it. */
            barcode?: string | null;
            /** @description Commodity code for customs. Null clears it. */
            commodity_code?: string | null;
            /**
             * @description Country of manufacture, ISO 3166-1 alpha-2. Null clears it.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Shortest shelf life in days. Null clears it.
             */
            shelf_life_min?: number | null;
            /**
             * Format: int32
             * @description Longest shelf life in days; not below the shortest. Null clears it.
             */
            shelf_life_max?: number | null;
            /**
             * Format: int32
             * @description Cannot be changed; accepted where it equals what is stored.
             * @example 1
             */
            readonly id?: number;
            /**
             * @description Cannot be changed; accepted where it equals what is stored. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer}
             */
            readonly productType?: 0 | 1;
            /** @description Cannot be changed; accepted where it equals what is stored. */
            readonly items?: components["schemas"]["BundleItemInput"][];
            /**
             * Format: date-time
             * @description Accepted and ignored.
             * @example 2026-07-01T08:30:00.000Z
             */
            readonly created_at?: string;
            /**
             * Format: date-time
             * @description Accepted and ignored.
             * @example 2026-07-01T08:30:00.000Z
             */
            readonly updated_at?: string;
        };
        UpdateProductResource: {
            /**
             * @description Always `products`.
             * @enum {string}
             */
            type: "products";
            attributes: components["schemas"]["UpdateProductInput"];
        };
        /** @description A validation error of one field. */
        ValidationError: {
            /**
             * @description The field, in the names of the request.
             * @example images[0].src
             */
            field: string;
            code: components["schemas"]["ValidationErrorCode"];
            /**
             * @description The rule in words, for people.
             * @example Product is not online
             */
            message: string;
        };
        /**
         * @description Why a field was refused.
         *
         *     | code | meaning |
         *     |---|---|
         *     | `REQUIRED` | A required field is missing, null or blank. |
         *     | `INVALID_FORMAT` | The value has the wrong type or format, is not one of the allowed values, or the field is unknown. |
         *     | `MIN_VALUE` | The value is below its minimum. |
         *     | `MAX_LENGTH` | The text is longer than its maximum. |
         *     | `MIN_ITEMS` | The bundle has no item. |
         *     | `MAX_ITEMS` | The list has more entries than its maximum. |
         *     | `NOT_FOUND` | The referenced product does not exist. |
         *     | `ACCESS_DENIED` | The referenced product is not in the caller's account. |
         *     | `PRODUCT_OFFLINE` | The referenced product is not online. |
         * @enum {string}
         */
        ValidationErrorCode: "REQUIRED" | "INVALID_FORMAT" | "MIN_VALUE" | "MAX_LENGTH" | "MIN_ITEMS" | "MAX_ITEMS" | "NOT_FOUND" | "ACCESS_DENIED" | "PRODUCT_OFFLINE";
        ValidationFailure: {
            /**
             * @description Always false.
             * @enum {boolean}
             */
            success: false;
            /** @description All validation errors, in field order, one per field. */
            errors: components["schemas"]["ValidationError"][];
        };
    };
    responses: {
        /** @description The client has this state already: `If-None-Match` names its `ETag`. */
        NotModified: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                ETag: components["headers"]["ETag"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `service-version` names no version, or one that ended. */
        UnusableVersion: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description There is no token, or it is malformed, unknown, revoked, expired or of the other environment, or the account is disabled. */
        Unauthenticated: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AuthenticationFailure"];
            };
        };
        /** @description The resource is not yours, or the user of the token lacks the permission: `read` to read, `write` to write. */
        Forbidden: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "WWW-Authenticate": components["headers"]["InsufficientScope"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The id, or the path, names nothing. */
        NotFound: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The path does not take the method. `HEAD` is taken where `GET` is. */
        MethodNotAllowed: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                Allow: components["headers"]["Allow"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many failed authentications came from this address. A valid token is never throttled here. */
        TooManyFailures: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A fault of the service. Quote `X-Request-Id` when you report it. */
        InternalError: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The service cannot reach its database. */
        Unavailable: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Any other failure, such as a request that the server, or a proxy before it, cannot read. */
        OtherFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The request is refused and nothing was done: its body is no JSON or has no envelope, fields are wrong, or `service-version` names no usable version. All faults are listed at once. */
        ValidationFailure: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationFailure"];
            };
        };
        /** @description The product has another revision than `If-Match` names: somebody changed it since it was read. Nothing was done; read it again. */
        Conflict: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is over 1 MiB. */
        TooLarge: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description `Content-Encoding` is not `gzip`; on GraphQL also a `Content-Type` other than `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                Accept: components["headers"]["Accept"];
                "Accept-Encoding": components["headers"]["Accept-Encoding"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The user has sent the same `Idempotency-Key` with another operation or input. Nothing was done. */
        IdempotencyKeyReused: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The user has sent 100000 new `Idempotency-Key`s in 24 hours, or too many failed authentications came from this address. Nothing was done. */
        TooManyKeys: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The budget of creates is used up: one per user, shared by products and bundles and by both surfaces. Nothing was done. Also answered to an address with too many failed authentications, and to a user with 100,000 new `Idempotency-Key`s in 24 hours. */
        Throttled: {
            headers: {
                "X-API-Version": components["headers"]["X-API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Token-Permissions": components["headers"]["Token-Permissions"];
                "Token-Expires": components["headers"]["Token-Expires"];
                "Retry-After": components["headers"]["Retry-After"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Preference-Applied": components["headers"]["Preference-Applied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
    };
    parameters: {
        /** @description The id, in plain decimal; anything else names nothing. */
        ReadRentalId: number;
        /** @description The version of this one request, instead of that of the token. */
        ServiceVersion: "2025-08-16";
        /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
        ReadRentalPrefer: string;
        /** @description ETags that the client has: 304 without a body if the current one is among them. `*` is any. */
        ReadRentalIfNoneMatch: string;
        /** @description The id, in plain decimal; anything else names nothing. */
        ReadProductId: number;
        /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
        ReadProductPrefer: string;
        /** @description ETags that the client has: 304 without a body if the current one is among them. `*` is any. */
        ReadProductIfNoneMatch: string;
        /** @description The id, in plain decimal; anything else names nothing. */
        UpdateProductId: number;
        /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
        UpdateProductIdempotencyKey: string;
        /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
        UpdateProductPrefer: string;
        /** @description ETags in this version of the API, of reads, creates or updates: the product is changed only if its current one is among them, else 412. `*` is any; a weak tag is none; what is no list of ETags in their quotes is 400. */
        UpdateProductIfMatch: string;
        /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
        CreateProductIdempotencyKey: string;
        /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
        CreateProductPrefer: string;
        /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
        CreateBundleIdempotencyKey: string;
        /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
        CreateBundlePrefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description The version that was applied: that of `service-version`, else that of the token, else the newest. */
        "X-API-Version": string;
        /** @description Names this exchange in the log of the service; quote it when you ask about one. */
        "X-Request-Id": string;
        /** @description Names this state of the resource in this version of the API, for `If-None-Match` and `If-Match`. */
        ETag: string;
        /** @description The `ETag` of the new product or bundle; absent where the response is that of an earlier request. */
        CreatedETag: string;
        /** @description The `ETag` of the product after the update; absent where the response is that of an earlier request. */
        UpdatedETag: string;
        /** @description The path of the new product or bundle. */
        Location: string;
        /** @description Whole seconds to wait; a request after that is let through. */
        "Retry-After": number;
        /** @description The type of body that is taken. */
        Accept: string;
        /** @description The content coding of a body that is taken. */
        "Accept-Encoding": string;
        /** @description The methods that the path takes. */
        Allow: string;
        /** @description There where the response is that of an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
        /** @description Why the token is refused, in `error_description` (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description There where the user lacks a permission: which one, in `scope` (RFC 6750). */
        InsufficientScope: string;
        /** @description There for a valid token: the permissions that its user has now. */
        "Token-Permissions": string;
        /** @description There for a valid token that ends: from when on it is refused, as an HTTP date. */
        "Token-Expires": string;
        /** @description There on a test deployment where `Prefer` was applied: which preferences (RFC 7240). */
        "Preference-Applied": string;
        /** @description On creates, refused ones too: the creates in a window, and its seconds (draft-ietf-httpapi-ratelimit-headers). */
        "RateLimit-Policy": string;
        /** @description On creates, refused ones too: how many are left, and the seconds until the window ends. */
        RateLimit: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readRental: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of this one request, instead of that of the token. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
                Prefer?: components["parameters"]["ReadRentalPrefer"];
                /** @description ETags that the client has: 304 without a body if the current one is among them. `*` is any. */
                "If-None-Match"?: components["parameters"]["ReadRentalIfNoneMatch"];
            };
            path: {
                /** @description The id, in plain decimal; anything else names nothing. */
                id: components["parameters"]["ReadRentalId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Token-Permissions": components["headers"]["Token-Permissions"];
                    "Token-Expires": components["headers"]["Token-Expires"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RentalEnvelope"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnusableVersion"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyFailures"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherFailure"];
        };
    };
    readProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of this one request, instead of that of the token. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
                Prefer?: components["parameters"]["ReadProductPrefer"];
                /** @description ETags that the client has: 304 without a body if the current one is among them. `*` is any. */
                "If-None-Match"?: components["parameters"]["ReadProductIfNoneMatch"];
            };
            path: {
                /** @description The id, in plain decimal; anything else names nothing. */
                id: components["parameters"]["ReadProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Token-Permissions": components["headers"]["Token-Permissions"];
                    "Token-Expires": components["headers"]["Token-Expires"];
                    ETag: components["headers"]["ETag"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductEnvelope"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["UnusableVersion"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyFailures"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherFailure"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["UpdateProductIdempotencyKey"];
                /** @description The version of this one request, instead of that of the token. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
                Prefer?: components["parameters"]["UpdateProductPrefer"];
                /** @description ETags in this version of the API, of reads, creates or updates: the product is changed only if its current one is among them, else 412. `*` is any; a weak tag is none; what is no list of ETags in their quotes is 400. */
                "If-Match"?: components["parameters"]["UpdateProductIfMatch"];
            };
            path: {
                /** @description The id, in plain decimal; anything else names nothing. */
                id: components["parameters"]["UpdateProductId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProductBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Token-Permissions": components["headers"]["Token-Permissions"];
                    "Token-Expires": components["headers"]["Token-Expires"];
                    ETag: components["headers"]["UpdatedETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Updated"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyKeys"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherFailure"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["CreateProductIdempotencyKey"];
                /** @description The version of this one request, instead of that of the token. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
                Prefer?: components["parameters"]["CreateProductPrefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProductBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Token-Permissions": components["headers"]["Token-Permissions"];
                    "Token-Expires": components["headers"]["Token-Expires"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["CreatedETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProduct"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherFailure"];
        };
    };
    createBundle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["CreateBundleIdempotencyKey"];
                /** @description The version of this one request, instead of that of the token. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description On test deployments alone: `code=N` answers as if the request had failed so, `wait=N` holds the response back for N seconds. Other values are ignored. */
                Prefer?: components["parameters"]["CreateBundlePrefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBundleEnvelope"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-API-Version": components["headers"]["X-API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Token-Permissions": components["headers"]["Token-Permissions"];
                    "Token-Expires": components["headers"]["Token-Expires"];
                    Location: components["headers"]["Location"];
                    ETag: components["headers"]["CreatedETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedBundle"];
                };
            };
            400: components["responses"]["ValidationFailure"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["Throttled"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["OtherFailure"];
        };
    };
}
