// Field names and values in REST across releases, for cases that the rehearsed release does not cover.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import type { Change } from '../../src/operation/change-kinds.ts';
import { spelledField } from '../../src/operation/spelling.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createProductInput } from '../../src/products/product-shape.ts';
import { createCodecs } from '../../src/rest/codec.ts';
import { invented, withRelease } from '../support/first-release.ts';
import { ORIGIN } from '../support/openapi-contract.ts';

const [V1, V2, V3] = ['2025-08-16', '2031-01-01', '2032-01-01'];

const codecs = (second: Change[], third: Change[] = []) =>
  createCodecs(createVersions([...withRelease(V2, ...second), invented(V3, ...third)]));
const inNames = (codecOf: ReturnType<typeof codecs>) => (version: string, fields: object) =>
  codecOf(version).object(createProductInput).read(fields).value;

test('a field that was renamed twice has the name of the version, and its other names are unknown', () => {
  const read = inNames(
    codecs(
      [{ renamed: 'Product.barcode', was: 'barcode', is: 'ean' }],
      [{ renamed: 'Product.barcode', was: 'ean', is: 'gtin' }],
    ),
  );
  for (const [version, name] of [
    [V1, 'barcode'],
    [V2, 'ean'],
    [V3, 'gtin'],
  ] as const) {
    expect(read(version, { [name]: 'x' })).toEqual({ barcode: 'x' });
  }
  for (const name of ['barcode', 'ean'])
    expect(read(V3, { [name]: 'x' })).not.toHaveProperty('barcode');
});

test("fields can swap names, and one can take another's former name", () => {
  const exchanged: Change[] = [
    { renamed: 'Product.sku', was: 'sku', is: 'code' },
    { renamed: 'Product.code', was: 'code', is: 'sku' },
  ];
  const taken: Change[] = [
    { renamed: 'Product.title', was: 'title', is: 'name' },
    { renamed: 'Product.description', was: 'description', is: 'title' },
  ];
  const read = inNames(codecs(exchanged, taken));
  expect(read(V2, { sku: 1, code: 2 })).toEqual({ code: 1, sku: 2 });
  expect(read(V3, { name: 1, title: 2 })).toEqual({ title: 1, description: 2 });
  expect(read(V1, { title: 1, sku: 2 })).toEqual({ title: 1, sku: 2 });
});

test('values that look alike in one version are read as the first of them', () => {
  const codecOf = codecs([
    {
      values: 'Product.stockType',
      was: { UNIT: 'any', BULK: 'any' },
      is: { UNIT: 'unit', BULK: 'bulk' },
    },
  ]);
  expect(codecOf(V1).object(createProductInput).read({ stock_type: 'any' })).toEqual({
    value: { stockType: 'UNIT' },
    errors: [],
  });
  expect(codecOf(V1).object(createProductInput).write({ stockType: 'BULK' })).toEqual({
    stock_type: 'any',
  });
});

test.each([
  ['x', 'Must be one of the allowed values'],
  [2, 'Must be one of the allowed values'],
  [true, 'Must be one of the allowed values, not a boolean'],
])(
  'of a number and a string, %j is none: its kind is named if no value has it',
  (value, message) => {
    const was = { UNIT: 0, BULK: 1 };
    const codecOf = codecs([
      { values: 'Product.stockType', was, is: { UNIT: 0, BULK: 'b' } },
    ]);
    const { errors } = codecOf(V2).object(createProductInput).read({ stock_type: value });
    expect(errors).toMatchObject([{ path: ['stockType'], message }]);
  },
);

describe('for any name that a client sends', () => {
  const codecOf = codecs(
    [
      { renamed: 'Product.rent', was: 'rent', is: 'title' },
      { renamed: 'Product.title', was: 'title', is: 'stockType' },
      { withdrawn: 'Product.cost' },
      { added: 'Product.quantity', older: 1 },
    ],
    [{ renamed: 'Product.rent', was: 'title', is: 'cost' }],
  );
  const name = fc.oneof(
    fc.constantFrom(
      'title',
      'rent',
      'cost',
      'quantity',
      'stockType',
      'stock_type',
      'type',
      'productType',
    ),
    fc.constantFrom(
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '',
      '?',
      '[]',
      'a.b',
    ),
    fc.string(),
  );

  it.each([V1, V2, V3])(
    'the domain has as many in %s, and each is returned as it was sent',
    (version) => {
      const codec = codecOf(version);
      const spelling = codec.spelling(createProductInput);
      const { field } = spelling;
      fc.assert(
        fc.property(fc.uniqueArray(name), (names) => {
          const sent = Object.fromEntries(names.map((one) => [one, 'x']));
          const { value, errors } = codec.object(createProductInput).read(sent);
          const known = Object.keys(value as object).map((one) => field([one]));
          const spelled = [
            ...known,
            ...errors
              .filter(({ siblings }) => siblings)
              .map((error) => spelledField(error, spelling)),
          ];
          expect(spelled.toSorted()).toEqual(names.toSorted());
        }),
      );
    },
  );

  it('never reads or changes a prototype', () => {
    const sent = JSON.parse(
      '{"__proto__":{"title":"x"},"constructor":1,"equipments":[{"__proto__":{"name":1}}]}',
    );
    const { value, errors } = codecOf(V2).object(createProductInput).read(sent);
    expect(errors.map(({ path }) => path)).toEqual([
      ['__proto__'],
      ['constructor'],
      ['equipments', 0, '__proto__'],
    ]);
    expect(value).toStrictEqual({ equipments: [{}] });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

test('a text that names a field which the version withdrew is an error; one that can do without it is not', () => {
  const documentWithout = (field: string) => {
    const releases = withRelease(V2, { withdrawn: field });
    const { document } = createOpenApiEndpoint(
      createVersions(releases, () => new Date(V2)),
      ORIGIN,
    );
    return JSON.stringify(document(V2).paths);
  };
  expect(() => documentWithout('Product.sku')).toThrow(
    `A text names Product.sku, which version ${V2} doesn't have`,
  );
  expect(documentWithout('Product.code')).not.toMatch(
    /`code`|"code":\{"type":\["string","null"\]/,
  );
});
