// Short GraphQL requests with long responses: one string many times, many strings, the products of bundles.
import { type BigRequest, graphql } from './requests.ts';

/** Records with long strings. */
export interface BigRecords {
  /** Products with the fields of `BIG_PRODUCT`. */
  readonly products: readonly number[];
  /** A product with the fields of `ESCAPED_PRODUCT`. */
  readonly escaped: number;
  readonly bundle: number;
}

const DESCRIPTION_LENGTH = 1_000_000;
const EQUIPMENTS = 50;
const BYTES_OF_AN_ESCAPE = 6;

export const BIG_PRODUCT = {
  description: 'x'.repeat(DESCRIPTION_LENGTH),
  equipments: Array.from({ length: EQUIPMENTS }, () => ({ name: 'a', quantity: 1 })),
};

/** As long as a request may be. */
export const ESCAPED_PRODUCT = {
  description: '\u0001'.repeat(DESCRIPTION_LENGTH / BYTES_OF_AN_ESCAPE),
};

const ALIASES = 98;

export function bigAnswers({ products, escaped, bundle }: BigRecords): BigRequest[] {
  const [first = 0] = products;
  const product = (n: number) => products[n % products.length];
  const nested = 'items { product { description } }';
  const documents: Readonly<Record<string, (aliases: number) => string>> = {
    'one text many times': (count) =>
      `{ product(id: ${first}) { ${many(count, () => 'description')} } }`,
    'one text of escapes many times': (count) =>
      `{ product(id: ${escaped}) { ${many(count / 4, () => 'description')} } }`,
    'the equipments of a bundle many times': (count) =>
      `{ bundle(id: ${bundle}) { items { product { ${many(count, () => 'equipments { name quantity }')} } } } }`,
    'one product many times': (count) =>
      `{ ${many(count, () => `product(id: ${first}) { description }`)} }`,
    'many products': (count) =>
      `{ ${many(count, (n) => `product(id: ${product(n)}) { description }`)} }`,
    'the products of a bundle many times': (count) =>
      `{ ${many(count, () => `bundle(id: ${bundle}) { ${nested} }`)} }`,
    'a bundle seen as a product': () => `{ product(id: ${bundle}) { bundle { ${nested} } } }`,
    'many updates': (count) =>
      `mutation { ${many(count, (n) => `updateProduct(id: ${product(n)}, input: {}) { product { description } }`)} }`,
    'an update of a bundle': () =>
      `mutation { updateProduct(id: ${bundle}, input: {}) { product { bundle { ${nested} } } } }`,
    'errors many times': (count) =>
      `mutation { createProduct(input: { title: "", rent: 1 }) { errors { ${many(count, () => 'message')} } } }`,
  };
  return Object.entries(documents).map(([what, document]) => ({
    what: `an answer with ${what}`,
    of: (bytes) => graphql(document((ALIASES * bytes) / DESCRIPTION_LENGTH)),
  }));
}

const many = (count: number, field: (index: number) => string) =>
  Array.from({ length: Math.ceil(count) }, (_, index) => `a${index}: ${field(index)}`).join(
    ' ',
  );
