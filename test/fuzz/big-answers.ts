// GraphQL requests that are short and ask for long answers: one text many times, many texts, the products of bundles.
import type { BigRequest } from './big-requests.ts';
import { type FuzzRequest, TOKEN } from './requests.ts';

/** Records with long texts. */
export interface BigRecords {
  /** Products whose description has about a megabyte each. */
  readonly products: readonly number[];
  /** A bundle of all of them. */
  readonly bundle: number;
}

export const DESCRIPTION_LENGTH = 1_000_000;

const ALIASES = 98;

export function bigAnswers({ products, bundle }: BigRecords): BigRequest[] {
  const [first = 0] = products;
  const product = (n: number) => products[n % products.length];
  const nested = 'items { product { description } }';
  const documents: Readonly<Record<string, (aliases: number) => string>> = {
    'one text many times': (count) => `{ product(id: ${first}) { ${many(count, () => 'description')} } }`,
    'one product many times': (count) => `{ ${many(count, () => `product(id: ${first}) { description }`)} }`,
    'many products': (count) => `{ ${many(count, (n) => `product(id: ${product(n)}) { description }`)} }`,
    'the products of a bundle many times': (count) => `{ ${many(count, () => `bundle(id: ${bundle}) { ${nested} }`)} }`,
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
    of: (bytes) => asking(document(Math.ceil((ALIASES * bytes) / DESCRIPTION_LENGTH))),
  }));
}

const many = (count: number, field: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${field(index)}`).join(' ');

const asking = (query: string): FuzzRequest => ({
  method: 'POST',
  target: '/graphql',
  headers: [
    ['Authorization', `Bearer ${TOKEN}`],
    ['Content-Type', 'application/json'],
  ],
  body: JSON.stringify({ query }),
});
