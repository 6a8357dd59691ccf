// The rules of stock that one body shows, as JSON Schema, in the names and values of a version.
import type { oas31 } from 'zod-openapi';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import { NOT_BLANK, type Unchecked } from '../operation/field-types.ts';
import type { Wire } from '../rest/wire.ts';

type Fields = Readonly<Record<string, oas31.SchemaObject>>;

/** Unit stock needs a sku or a code, and a bundle has no unit stock: `defaults` are those of the version. */
export function stockRulesOfCreate(wire: Wire, { stockType }: Unchecked) {
  const { having, oneOf } = of(wire);
  const isPlain = { type: oneOf('type', ProductType.PRODUCT, null) };
  const isBulk = oneOf('stockType', StockType.BULK);
  const isBulkOrAbsent = oneOf('stockType', StockType.BULK, null);
  return {
    anyOf: [
      having({ sku: SKU, ...isPlain }, 'sku'),
      having({ sku: { type: 'null' }, code: SKU, ...isPlain }, 'code'),
      stockType === StockType.BULK ? having({ stockType: isBulkOrAbsent }) : having({ stockType: isBulk }, 'stockType'),
      having({ type: oneOf('type', ProductType.BUNDLE), stockType: isBulkOrAbsent }, 'type'),
    ],
  };
}

/**
 * An update that sets unit stock does not clear the sku at the same time. As `not`, which generators of types leave out: by
 * their types for `anyOf` a product could not be sent back as it was read.
 */
export function stockRulesOfUpdate(wire: Wire) {
  const { having, oneOf } = of(wire);
  return { not: having({ stockType: oneOf('stockType', StockType.UNIT), sku: NO_SKU }, 'stockType', 'sku') };
}

const SKU = { type: 'string', pattern: NOT_BLANK } as const;
const NO_SKU = { type: ['string', 'null'], pattern: '^\\s*$' } as const satisfies oas31.SchemaObject;

const of = ({ name, values }: Wire) => ({
  having: (fields: Fields, ...required: readonly string[]) => ({
    properties: Object.fromEntries(Object.entries(fields).map(([field, schema]) => [name('Product', field), schema])),
    ...(required.length > 0 && { required: required.map((field) => name('Product', field)) }),
  }),
  oneOf: (field: string, ...allowed: readonly (string | null)[]) => ({
    enum: allowed.map((value) => (value === null ? null : values('Product', field)?.[value])),
  }),
});
