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
         * @description Read a rental as its tenant or owner.
         *
         *     The tenant and the owner can read a rental. It has `selectAccounts` once it is paid.
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
         * @description Read one of your products.
         *
         *     Only the owner can read a product. Every field is present: null if it has no value, an empty list if it has no entries.
         *     A bundle also has `items`.
         */
        get: operations["readProduct"];
        /**
         * Update a product
         * @description Update the fields you send; all others keep their values.
         *
         *     Send an `Idempotency-Key` to retry safely: within 24 hours, the same request over either API isn't done twice.
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
         *     Counts toward the create rate limit, which REST and GraphQL share. Rejected requests count too. Send an `Idempotency-Key` to retry safely: within 24 hours, the same request over either API isn't done twice.
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
         * @description Create a bundle of your products.
         *
         *     Counts toward the create rate limit, which REST and GraphQL share. Rejected requests count too. Send an `Idempotency-Key` to retry safely: within 24 hours, the same request over either API isn't done twice.
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
        /** @description A user of the marketplace. */
        Account: {
            /**
             * Format: int32
             * @example 1
             */
            id: number;
            /** @example Theo Tenant */
            name: string;
            /** @example tenant@example.com */
            email: string;
        };
        AuthenticationFailure: {
            /** @description What went wrong, for developers. */
            error: string;
            /**
             * @description The same code as on GraphQL.
             * @enum {string}
             */
            code: "AUTH_INVALID_TOKEN";
        };
        /** @description An item of a bundle. */
        BundleItem: {
            /**
             * Format: int32
             * @description ID of one of your products that is online.
             */
            ad_id: number;
            /**
             * Format: int32
             * @description Units of the product in each bundle.
             */
            quantity: number;
        };
        /** @description An item of a bundle. */
        BundleItemInput: {
            /**
             * Format: int32
             * @description ID of one of your products that is online.
             */
            ad_id: number;
            /**
             * Format: int32
             * @description Units of the product in each bundle.
             */
            quantity: number;
        };
        CreateBundleEnvelope: {
            bundle: components["schemas"]["CreateBundleInput"];
        };
        CreateBundleInput: {
            title: string;
            /** @description The products of the bundle, in order. The same product may appear more than once. */
            items: components["schemas"]["BundleItemInput"][];
            /** @description Markdown or HTML, stored as sent. Null is the same as absent. */
            description?: string | null;
            /**
             * Format: double
             * @description In your marketplace's currency. By default the sum of the items' rents times their quantities. Null is the same as absent.
             */
            rent?: number | null;
            /** @description In display order. Null is the same as absent. */
            images?: components["schemas"]["ImageInput"][] | null;
            /** @description Whether the product can be rented. Default: true. Null is the same as absent. */
            online?: boolean | null;
            /** @description A mark for your own use; nothing depends on it. Default: false. Null is the same as absent. */
            archived?: boolean | null;
        };
        CreatedBundle: {
            /** @enum {boolean} */
            success: true;
            /**
             * Format: int32
             * @description Read and update the bundle as the product with this ID. Store it: no operation lists your bundles.
             * @example 1
             */
            id: number;
        };
        CreatedProduct: {
            /** @enum {boolean} */
            success: true;
            /**
             * Format: int32
             * @description Store it: no operation lists your products.
             * @example 1
             */
            id: number;
            /**
             * Format: uri-reference
             * @description Path to read and update the new product.
             */
            location: string;
        };
        CreateProductBody: {
            product?: components["schemas"]["CreateProductInput"];
            data?: components["schemas"]["CreateProductResource"];
        };
        CreateProductInput: {
            title: string;
            /** @description Markdown or HTML, stored as sent. Null is the same as absent. */
            description?: string | null;
            /**
             * Format: double
             * @description In your marketplace's currency, such as `24.5`. A number is exact to 15 significant digits (IEEE 754 double).
             */
            rent: number;
            /**
             * Format: double
             * @description What the product cost you; renters never see it. Null is the same as absent.
             */
            cost?: number | null;
            /**
             * @description A product or a bundle of products. It can't be changed later. Default: 0. Null is the same as absent. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer|null}
             */
            productType?: 0 | 1 | null;
            /**
             * @description Whether you track each unit by SKU, or only the total quantity as for every bundle. Default: 0. Null is the same as absent. `0`: UNIT, `1`: BULK.
             * @enum {integer|null}
             */
            stock_type?: 0 | 1 | null;
            /** @description Stock keeping unit, such as `TENT-4P-001`. Required for unit stock. Null is the same as absent. */
            sku?: string | null;
            /**
             * Format: int32
             * @description How many units you have. Default: 1. Null is the same as absent.
             */
            quantity?: number | null;
            /** @description In display order. Null is the same as absent. */
            equipments?: components["schemas"]["EquipmentInput"][] | null;
            /** @description In display order. Null is the same as absent. */
            images?: components["schemas"]["ImageInput"][] | null;
            /** @description Whether the product can be rented. Default: true. Null is the same as absent. */
            online?: boolean | null;
            /** @description A mark for your own use; nothing depends on it. Default: false. Null is the same as absent. */
            archived?: boolean | null;
            /** @description Your product code. It becomes the SKU if the product has none. Null is the same as absent. */
            code?: string | null;
            /**
             * Format: int32
             * @description ID of the stock unit type in your system. Null is the same as absent.
             */
            stock_unit_type_id?: number | null;
            /** @description Such as an EAN or UPC: `4006381333931`. Null is the same as absent. */
            barcode?: string | null;
            /** @description Customs code, such as `6306 22 00`. Null is the same as absent. */
            commodity_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code, such as `DE`. Null is the same as absent.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Minimum shelf life in whole days. Null is the same as absent.
             */
            shelf_life_min?: number | null;
            /**
             * Format: int32
             * @description Maximum shelf life in whole days, at least the minimum. Null is the same as absent.
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
        /** @description Equipment that comes with a product. */
        Equipment: {
            /** @description What it is, such as `Tent peg`. */
            name: string;
            /**
             * Format: int32
             * @description How many pieces come with each unit.
             */
            quantity: number;
        };
        /** @description Equipment that comes with a product. */
        EquipmentInput: {
            /** @description What it is, such as `Tent peg`. */
            name: string;
            /**
             * Format: int32
             * @description How many pieces come with each unit.
             */
            quantity: number;
        };
        Failure: {
            /** @description What went wrong, for developers. */
            error: string;
        };
        /** @description An image of a product or bundle. */
        Image: {
            /**
             * Format: uri
             * @description http or https URL of the image. It must be reachable; 1200x800 pixels in WEBP, JPG or PNG work best.
             */
            src: string;
        };
        /** @description An image of a product or bundle. */
        ImageInput: {
            /**
             * Format: uri
             * @description http or https URL of the image. It must be reachable; 1200x800 pixels in WEBP, JPG or PNG work best.
             */
            src: string;
        };
        /** @description A product as its owner reads it. A bundle is a product too. */
        Product: {
            /**
             * Format: int32
             * @description The same over REST and GraphQL.
             * @example 1
             */
            id: number;
            title: string;
            /** @description Markdown or HTML, stored as sent. */
            description: string | null;
            /**
             * Format: double
             * @description In your marketplace's currency, such as `24.5`. A number is exact to 15 significant digits (IEEE 754 double).
             */
            rent: number;
            /**
             * Format: double
             * @description What the product cost you; renters never see it.
             */
            cost: number | null;
            /**
             * @description A product or a bundle of products. It can't be changed later. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer}
             */
            productType: 0 | 1;
            /**
             * @description Whether you track each unit by SKU, or only the total quantity as for every bundle. `0`: UNIT, `1`: BULK.
             * @enum {integer}
             */
            stock_type: 0 | 1;
            /** @description Stock keeping unit, such as `TENT-4P-001`. Required for unit stock. */
            sku: string | null;
            /**
             * Format: int32
             * @description How many units you have.
             */
            quantity: number;
            /** @description In display order. */
            equipments: components["schemas"]["Equipment"][];
            /** @description In display order. */
            images: components["schemas"]["Image"][];
            /** @description Whether the product can be rented. */
            online: boolean;
            /** @description A mark for your own use; nothing depends on it. */
            archived: boolean;
            /** @description Your product code. It becomes the SKU if the product has none. */
            code: string | null;
            /**
             * Format: int32
             * @description ID of the stock unit type in your system.
             */
            stock_unit_type_id: number | null;
            /** @description Such as an EAN or UPC: `4006381333931`. */
            barcode: string | null;
            /** @description Customs code, such as `6306 22 00`. */
            commodity_code: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code, such as `DE`.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Minimum shelf life in whole days.
             */
            shelf_life_min: number | null;
            /**
             * Format: int32
             * @description Maximum shelf life in whole days, at least the minimum.
             */
            shelf_life_max: number | null;
            /** @description The products of a bundle, in order; only for bundles. */
            items?: components["schemas"]["BundleItem"][];
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-07-01T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
             * @example 2026-07-01T08:30:00.000Z
             */
            updated_at: string;
        };
        ProductEnvelope: {
            product: components["schemas"]["Product"];
        };
        /** @description A rental, as its tenant and owner read it. */
        Rental: {
            /**
             * Format: int32
             * @description The same over REST and GraphQL.
             * @example 1
             */
            id: number;
            /**
             * @description In progress, completed and returned, or cancelled before or during the period. `active`: ACTIVE, `completed`: COMPLETED, `cancelled`: CANCELLED.
             * @enum {string}
             */
            status: "active" | "completed" | "cancelled";
            /**
             * Format: date
             * @description First day, such as `2026-07-10`.
             * @example 2026-07-10
             */
            start_date: string;
            /**
             * Format: date
             * @description Last day, included.
             * @example 2026-07-12
             */
            end_date: string;
            /**
             * Format: double
             * @description The sum of `total` over all items.
             */
            total_amount: number;
            tenant: components["schemas"]["Account"];
            owner: components["schemas"]["Account"];
            /** @description The rented products. */
            items: components["schemas"]["RentalItem"][];
            /** @description The accounts that were paid; only once the rental is paid. */
            selectAccounts?: components["schemas"]["Account"][];
            /**
             * Format: date-time
             * @description When it was created, in UTC.
             * @example 2026-07-01T08:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC.
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
             * @example 1
             */
            product_id: number;
            /** @description The product's title at the time of rental. */
            title: string;
            /** Format: int32 */
            quantity: number;
            /**
             * Format: double
             * @description Price of one unit for one day.
             */
            daily_rate: number;
            /**
             * Format: double
             * @description Daily rate × quantity × days, counting the first and the last day.
             */
            total: number;
        };
        Updated: {
            /** @enum {boolean} */
            success: true;
        };
        UpdateProductBody: {
            product?: components["schemas"]["UpdateProductInput"];
            data?: components["schemas"]["UpdateProductResource"];
        };
        UpdateProductInput: {
            /** @description Null returns `REQUIRED`. */
            title?: string;
            /** @description Markdown or HTML, stored as sent. Null clears it. */
            description?: string | null;
            /**
             * Format: double
             * @description In your marketplace's currency, such as `24.5`. A number is exact to 15 significant digits (IEEE 754 double). Null returns `REQUIRED`.
             */
            rent?: number;
            /**
             * Format: double
             * @description What the product cost you; renters never see it. Null clears it.
             */
            cost?: number | null;
            /**
             * @description Whether you track each unit by SKU, or only the total quantity as for every bundle. Null returns `REQUIRED`. `0`: UNIT, `1`: BULK.
             * @enum {integer}
             */
            stock_type?: 0 | 1;
            /** @description Stock keeping unit, such as `TENT-4P-001`. Required for unit stock. Null clears it. */
            sku?: string | null;
            /**
             * Format: int32
             * @description How many units you have. Null returns `REQUIRED`.
             */
            quantity?: number;
            /** @description In display order. Null returns `REQUIRED`. */
            equipments?: components["schemas"]["EquipmentInput"][];
            /** @description In display order. Null returns `REQUIRED`. */
            images?: components["schemas"]["ImageInput"][];
            /** @description Whether the product can be rented. Null returns `REQUIRED`. */
            online?: boolean;
            /** @description A mark for your own use; nothing depends on it. Null returns `REQUIRED`. */
            archived?: boolean;
            /** @description Your product code. It becomes the SKU if the product has none. Null clears it. */
            code?: string | null;
            /**
             * Format: int32
             * @description ID of the stock unit type in your system. Null clears it.
             */
            stock_unit_type_id?: number | null;
            /** @description Such as an EAN or UPC: `4006381333931`. Null clears it. */
            barcode?: string | null;
            /** @description Customs code, such as `6306 22 00`. Null clears it. */
            commodity_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2 code, such as `DE`. Null clears it.
             * @example DE
             * @enum {string|null}
             */
            country_of_manufacture?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: int32
             * @description Minimum shelf life in whole days. Null clears it.
             */
            shelf_life_min?: number | null;
            /**
             * Format: int32
             * @description Maximum shelf life in whole days, at least the minimum. Null clears it.
             */
            shelf_life_max?: number | null;
            /**
             * Format: int32
             * @description Read-only; accepted if it equals the stored value.
             * @example 1
             */
            readonly id?: number;
            /**
             * @description Read-only; accepted if it equals the stored value. `0`: PRODUCT, `1`: BUNDLE.
             * @enum {integer}
             */
            readonly productType?: 0 | 1;
            /** @description Read-only; accepted if it equals the stored value. */
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
             * @description The path of the field, as you sent it.
             * @example images[0].src
             */
            field: string;
            code: components["schemas"]["ValidationErrorCode"];
            /**
             * @description What is wrong, for developers. The wording may change.
             * @example Product is not online
             */
            message: string;
        };
        /**
         * @description Why a field is invalid.
         *
         *     | code | meaning |
         *     |---|---|
         *     | `REQUIRED` | A required field is missing, null or blank. |
         *     | `INVALID_FORMAT` | The value has the wrong type or format, is not one of the allowed values, or the field is unknown. |
         *     | `MIN_VALUE` | The value is below its minimum. |
         *     | `MAX_LENGTH` | The string is longer than its maximum. |
         *     | `MIN_ITEMS` | The bundle has no item. |
         *     | `MAX_ITEMS` | The list has more entries than its maximum. |
         *     | `NOT_FOUND` | The referenced product does not exist. |
         *     | `ACCESS_DENIED` | The referenced product is not in the caller's account. |
         *     | `PRODUCT_OFFLINE` | The referenced product is not online. |
         * @enum {string}
         */
        ValidationErrorCode: "REQUIRED" | "INVALID_FORMAT" | "MIN_VALUE" | "MAX_LENGTH" | "MIN_ITEMS" | "MAX_ITEMS" | "NOT_FOUND" | "ACCESS_DENIED" | "PRODUCT_OFFLINE";
        ValidationFailure: {
            /** @enum {boolean} */
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
        /** @description The token is missing, malformed, unknown, revoked, expired or from the other environment, or the account is disabled. */
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
        /** @description The resource belongs to another owner, or you lack a permission: `read` to read, `write` to create or update. */
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
        /** @description Nothing has this ID. An unknown path returns 404 too, with `Link: </docs/rest>; rel="help"`. */
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
        /** @description The path doesn't support this method. `HEAD` works wherever `GET` does. */
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
        /** @description Too many failed authentications came from this address. Valid tokens still work. */
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
        /** @description Something went wrong in the service. Quote `X-Request-Id` when you report it. */
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
        /** @description The service can't use its database, or you sent too many requests at once. Try again after `Retry-After`. */
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
        /** @description Any other error, such as a request that the server or a proxy can't read. */
        OtherFailure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body isn't valid JSON, lacks its wrapper object or has invalid fields, or `service-version` isn't a usable version. All errors are listed at once. */
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
        /** @description The body didn't arrive within 9 seconds. Nothing is done. */
        TooSlow: {
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
        /** @description The product's revision differs from `If-Match`, on GraphQL `ifRevision`: someone changed it since you read it. Nothing is done; read it again. */
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
        /** @description The body exceeds 1 MiB. */
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
        /** @description `Content-Encoding` isn't `gzip`, or on GraphQL `Content-Type` isn't `application/json`. The message names the header and its value. */
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
        /** @description You sent the same `Idempotency-Key` with another operation or input. Nothing is done. */
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
        /** @description You sent 100000 new `Idempotency-Key`s in 24 hours, or too many failed authentications came from this address. Nothing is done. */
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
        /** @description You reached the create rate limit, which products and bundles and both APIs share. Nothing is done. Also returned to an address with too many failed authentications, and after 100,000 new `Idempotency-Key`s in 24 hours. */
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
        /** @description The ID as a plain decimal number. */
        ReadRentalId: number;
        /** @description The API version of this request; by default the token's version. */
        ServiceVersion: "2025-08-16";
        /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
        ReadRentalPrefer: string;
        /** @description ETags you have: the response is 304 without a body if one of them is current. `*` matches any. */
        ReadRentalIfNoneMatch: string;
        /** @description The ID as a plain decimal number. */
        ReadProductId: number;
        /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
        ReadProductPrefer: string;
        /** @description ETags you have: the response is 304 without a body if one of them is current. `*` matches any. */
        ReadProductIfNoneMatch: string;
        /** @description The ID as a plain decimal number. */
        UpdateProductId: number;
        /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
        UpdateProductIdempotencyKey: string;
        /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 412, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
        UpdateProductPrefer: string;
        /** @description ETags you have, in this API version: the product is updated only if one of them is current, else the response is 412. `*` matches any. What proxies that compress make of a tag matches too: `W/"…"`, `"…-br"`, `"…-zstd"`, `"…-gzip"`. If the value is not a list of quoted ETags, the response is 400. */
        UpdateProductIfMatch: string;
        /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
        CreateProductIdempotencyKey: string;
        /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
        CreateProductPrefer: string;
        /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
        CreateBundleIdempotencyKey: string;
        /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
        CreateBundlePrefer: string;
    };
    requestBodies: never;
    headers: {
        /** @description The API version that was used: from `service-version`, else the token's, else the latest. */
        "X-API-Version": string;
        /** @description Identifies this request in the service's log; quote it when you report a problem. */
        "X-Request-Id": string;
        /** @description Identifies the resource's current state, for `If-None-Match` and `If-Match`. */
        ETag: string;
        /** @description The `ETag` of the new product or bundle; absent in a replayed response. */
        CreatedETag: string;
        /** @description The `ETag` of the updated product; absent in a replayed response. */
        UpdatedETag: string;
        /** @description The path of the new product or bundle. */
        Location: string;
        /** @description Seconds after which the request succeeds. */
        "Retry-After": number;
        /** @description The accepted type of body. */
        Accept: string;
        /** @description The accepted content encoding of a body. */
        "Accept-Encoding": string;
        /** @description The methods that the path supports. */
        Allow: string;
        /** @description Present if this is the stored response to an earlier request with the same `Idempotency-Key`. */
        "Idempotency-Replayed": "true";
        /** @description Why the token is rejected, in `error_description` (RFC 6750). */
        "WWW-Authenticate": string;
        /** @description Present if you lack a permission, which `scope` names (RFC 6750). */
        InsufficientScope: string;
        /** @description Present for a valid token: its user's current permissions. */
        "Token-Permissions": string;
        /** @description Present for a token that expires: when it stops working, as an HTTP date. */
        "Token-Expires": string;
        /** @description Present on a test deployment if `Prefer` was applied: which preferences (RFC 7240). */
        "Preference-Applied": string;
        /** @description On creates: how many a window allows, and its length in seconds (draft-ietf-httpapi-ratelimit-headers). */
        "RateLimit-Policy": string;
        /** @description On creates: how many remain, and the seconds until the window ends. */
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
                /** @description The API version of this request; by default the token's version. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
                Prefer?: components["parameters"]["ReadRentalPrefer"];
                /** @description ETags you have: the response is 304 without a body if one of them is current. `*` matches any. */
                "If-None-Match"?: components["parameters"]["ReadRentalIfNoneMatch"];
            };
            path: {
                /** @description The ID as a plain decimal number. */
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
                /** @description The API version of this request; by default the token's version. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
                Prefer?: components["parameters"]["ReadProductPrefer"];
                /** @description ETags you have: the response is 304 without a body if one of them is current. `*` matches any. */
                "If-None-Match"?: components["parameters"]["ReadProductIfNoneMatch"];
            };
            path: {
                /** @description The ID as a plain decimal number. */
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
                /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["UpdateProductIdempotencyKey"];
                /** @description The API version of this request; by default the token's version. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 404, 412, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
                Prefer?: components["parameters"]["UpdateProductPrefer"];
                /** @description ETags you have, in this API version: the product is updated only if one of them is current, else the response is 412. `*` matches any. What proxies that compress make of a tag matches too: `W/"…"`, `"…-br"`, `"…-zstd"`, `"…-gzip"`. If the value is not a list of quoted ETags, the response is 400. */
                "If-Match"?: components["parameters"]["UpdateProductIfMatch"];
            };
            path: {
                /** @description The ID as a plain decimal number. */
                id: components["parameters"]["UpdateProductId"];
            };
            cookie?: never;
        };
        /**
         * @description Only the fields you send change. A list is replaced as a whole, and `[]` clears it. Null clears an optional field,
         *     but `sku` only with `stock_type` 1; for any other field it is `REQUIRED`. The rules apply to the updated product:
         *     with `stock_type` 0 it must have a `sku`. If it has none and you send none, the `code` you send becomes the SKU.
         *
         *     You can send a product back as you read it: `id`, `productType` and `items` are accepted if they equal the stored values,
         *     and are `INVALID_FORMAT` otherwise; `created_at` and `updated_at` are ignored. Stored images aren't checked again.
         *
         *     Wrap the fields in `product`, or in `data.attributes` with `data.type: "products"`, but not in both.
         */
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
            408: components["responses"]["TooSlow"];
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
                /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["CreateProductIdempotencyKey"];
                /** @description The API version of this request; by default the token's version. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
                Prefer?: components["parameters"]["CreateProductPrefer"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * @description With `stock_type` 0, the default, a product needs a `sku`, or a `code`, which
         *     becomes the SKU. Null is the same as absent. With `productType` 1 it is a bundle without items, and its stock is
         *     `stock_type` 1.
         *
         *     Wrap the fields in `product`, or in `data.attributes` with `data.type: "products"`, but not in both.
         */
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
            408: components["responses"]["TooSlow"];
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
                /** @description A key of your choice, such as a UUID, that makes it safe to repeat the request. 1 to 255 visible ASCII characters, with or without quotes. */
                "Idempotency-Key"?: components["parameters"]["CreateBundleIdempotencyKey"];
                /** @description The API version of this request; by default the token's version. */
                "service-version"?: components["parameters"]["ServiceVersion"];
                /** @description Only on test deployments: `code=N` makes the request fail with status 401, 403, 422, 429, 500, 503; `wait=N` delays the response by N seconds. Unknown or invalid values are ignored. */
                Prefer?: components["parameters"]["CreateBundlePrefer"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * @description Each item is one of your products that is online and isn't a bundle itself; a product may appear in several
         *     items. If you send no rent, the bundle's rent is the sum of its items' current rents times their quantities, computed exactly.
         *     Null is the same as absent.
         *
         *     Read and update the bundle as a product, with the ID in the response.
         *
         *     Wrap the fields in `bundle`.
         */
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
            408: components["responses"]["TooSlow"];
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
