// The stock rules that a single body can break, as JSON Schema, in a version's names and values.
import type { oas31 } from 'zod-openapi';
import { ProductType, StockType } from '../../prisma/generated/client/enums.ts';
import type { Unchecked } from '../operation/field-types.ts';
import { presentName, type RestSpelling, spellValue } from '../rest/rest-spelling.ts';

/** The members of an enum, where null is null, or the schema of another field. */
type Rule = readonly (string | null)[] | oas31.SchemaObject;

/**
 * Unit stock needs a SKU or a code, and a bundle has no unit stock; `defaults` are the version's. The rules use `not`:
 * from `anyOf`, generators derive types that don't fit any product a read returned, and some tools mistake its parts
 * for the whole.
 */
export function stockRulesOfCreate(rest: RestSpelling, { stockType }: Unchecked) {
  const having = productsOf(rest);
  const byDefault = stockType === StockType.UNIT;
  const notBulk = Object.keys(rest.values('Product.stockType') ?? {}).filter(
    (member) => member !== StockType.BULK,
  );
  const needsSku = {
    stockType: byDefault ? [StockType.UNIT, null] : [StockType.UNIT],
    type: [ProductType.PRODUCT, null],
  };
  const withoutCode = rest.has('Product.code') && { code: NO_TEXT };
  const required = byDefault ? [] : ['stockType'];
  return {
    not: {
      anyOf: [
        having({ ...needsSku, sku: [null], ...withoutCode }, ...required),
        having({ ...needsSku, sku: BLANK }, ...required, 'sku'),
        having({ type: [ProductType.BUNDLE], stockType: notBulk }, 'type', 'stockType'),
      ],
    },
  };
}

/** An update that sets unit stock must not clear the SKU at the same time. */
export const stockRulesOfUpdate = (rest: RestSpelling) => ({
  not: productsOf(rest)({ stockType: [StockType.UNIT], sku: NO_TEXT }, 'stockType', 'sku'),
});

const BLANK = { type: 'string', pattern: '^\\s*$' } as const satisfies oas31.SchemaObject;
const NO_TEXT = { ...BLANK, type: ['string', 'null'] } as const satisfies oas31.SchemaObject;

const TYPES: Partial<Record<string, 'integer' | 'boolean'>> = {
  number: 'integer',
  boolean: 'boolean',
};

/** The schema of the products that have such fields, in a version's names and values. */
function productsOf(rest: RestSpelling) {
  const sentName = (field: string) => presentName(rest, `Product.${field}`);
  function schemaOf(field: string, rule: Rule) {
    if (!Array.isArray(rule)) return rule;
    const sent = rule.map((member) => member && spellValue(rest, `Product.${field}`, member));
    const type = TYPES[typeof sent[0]] ?? 'string';
    return { type: sent.includes(null) ? [type, 'null'] : type, enum: sent };
  }
  return (fields: Readonly<Record<string, Rule>>, ...required: readonly string[]) => ({
    properties: Object.fromEntries(
      Object.entries(fields).map(([field, rule]) => [sentName(field), schemaOf(field, rule)]),
    ),
    ...(required.length > 0 && { required: required.map(sentName) }),
  });
}
