// The stock rules that a single body can break, as JSON Schema, in a version's names and values.
import type { oas31 } from 'zod-openapi';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import type { Unchecked } from '../operation/field-types.ts';
import type { RestSpelling } from '../rest/rest-spelling.ts';

type Fields = Readonly<Record<string, oas31.SchemaObject>>;

/**
 * Unit stock needs a SKU or a code, and a bundle has no unit stock; `defaults` are the version's. The rules use `not`:
 * from `anyOf`, generators derive types that don't fit any product a read returned, and some tools mistake its parts
 * for the whole.
 */
export function stockRulesOfCreate(rest: RestSpelling, { stockType }: Unchecked) {
  const { having, oneOf } = of(rest);
  const isUnit = oneOf('stockType', StockType.UNIT);
  const byDefault = stockType === StockType.UNIT;
  const needsSku = {
    stockType: byDefault ? oneOf('stockType', StockType.UNIT, null) : isUnit,
    type: oneOf('type', ProductType.PRODUCT, null),
  };
  const required = byDefault ? [] : ['stockType'];
  return {
    not: {
      anyOf: [
        having({ ...needsSku, sku: { type: 'null' }, code: NO_TEXT }, ...required),
        having({ ...needsSku, sku: BLANK }, ...required, 'sku'),
        having(
          { type: oneOf('type', ProductType.BUNDLE), stockType: isUnit },
          'type',
          'stockType',
        ),
      ],
    },
  };
}

/** An update that sets unit stock must not clear the SKU at the same time. */
export function stockRulesOfUpdate(rest: RestSpelling) {
  const { having, oneOf } = of(rest);
  return {
    not: having(
      { stockType: oneOf('stockType', StockType.UNIT), sku: NO_TEXT },
      'stockType',
      'sku',
    ),
  };
}

const BLANK = { type: 'string', pattern: '^\\s*$' } as const satisfies oas31.SchemaObject;
const NO_TEXT = { ...BLANK, type: ['string', 'null'] } as const satisfies oas31.SchemaObject;

function of({ name, values }: RestSpelling) {
  const having = (fields: Fields, ...required: readonly string[]) => ({
    properties: Object.fromEntries(
      Object.entries(fields).map(([field, schema]) => [name(`Product.${field}`), schema]),
    ),
    ...(required.length > 0 && {
      required: required.map((field) => name(`Product.${field}`)),
    }),
  });
  /** One value of an enum, or also null. */
  function oneOf(field: string, value: string, orNull?: null) {
    const spellValue = values(`Product.${field}`)?.[value];
    const type = typeof spellValue === 'number' ? ('integer' as const) : ('string' as const);
    return orNull === null
      ? { type: [type, 'null' as const], enum: [spellValue, null] }
      : { type, enum: [spellValue] };
  }
  return { having, oneOf };
}
