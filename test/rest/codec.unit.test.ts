// Field names and values in REST across releases, for cases that the rehearsed release does not cover.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { JsonObject } from '../../src/http/json-body.ts';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import type { Change } from '../../src/operation/change-kinds.ts';
import { check } from '../../src/operation/check.ts';
import { spelledField } from '../../src/operation/spelling.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createProductInput } from '../../src/products/product-shape.ts';
import { rentalShape } from '../../src/rentals/read-rental.ts';
import { createCodecs } from '../../src/rest/codec.ts';
import { invented, withRelease } from '../support/first-release.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';

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

test('an object that replaces a number has errors at its own fields, and its own description', () => {
  const stock = z.strictObject({
    total: z.int().min(1).meta({ description: 'All units.' }),
    reserved: z.int().min(0).meta({ description: 'Units that are kept back.' }),
  });
  const asStock = z
    .codec(stock, z.number(), {
      decode: ({ total }) => total,
      encode: (total) => ({ total, reserved: 0 }),
    })
    .meta({ description: 'The stock.', example: { total: 3, reserved: 1 } });
  const changes: Change[] = [{ type: 'Product.quantity', is: asStock }];
  const versions = createVersions(withRelease(V2, ...changes), () => new Date(V2));
  const errorsOf = (quantity: unknown) => {
    const codec = createCodecs(versions)(V2);
    const body = { title: 'T', rent: 1, sku: 'S', quantity } as JsonObject;
    const { value, errors: known } = codec.object(createProductInput).read(body);
    const { errors } = check(codec.view.shape(createProductInput), value, known);
    return errors.map(
      ({ path, code }) => `${codec.spelling(createProductInput).field(path)} ${code}`,
    );
  };
  expect(errorsOf({ reserved: -1, all: 2 })).toEqual([
    'quantity.total REQUIRED',
    'quantity.reserved MIN_VALUE',
    'quantity.all INVALID_FORMAT',
  ]);
  expect(errorsOf(3)).toEqual(['quantity INVALID_FORMAT']);
  const document: Json = createOpenApiEndpoint(versions, ORIGIN).document(V2);
  const { CreateProductInput } = document.components.schemas;
  expect(CreateProductInput.properties.quantity).toMatchObject({
    description: 'The stock. Default: {"total":1,"reserved":0}. Null is the same as absent.',
    example: { total: 3, reserved: 1 },
    properties: { total: { minimum: 1 }, reserved: { minimum: 0 } },
    additionalProperties: false,
  });
});

test('a value that its type rejects stands for a stored one only in the form of a read (D12, D15)', () => {
  const asText = z.codec(z.string().regex(/^[1-9][0-9]?$/), z.int(), {
    decode: Number,
    encode: String,
  });
  const codecOf = codecs([{ type: 'Product.quantity', is: asText }]);
  const domainOf = (quantity: unknown) =>
    codecOf(V2).object(createProductInput).read({ quantity }).value;
  expect(domainOf('300')).toEqual({ quantity: 300 });
  // Not null, which may be stored.
  for (const sent of [300, '0300', ' 300', ''])
    expect(domainOf(sent)).toStrictEqual({ quantity: undefined });
});

test('what a type writes with an undefined member can be sent back, as JSON that lacks it (D15)', () => {
  const asCounts = z.codec(
    z.strictObject({ units: z.int().max(9), rest: z.int().optional() }),
    z.int(),
    {
      decode: ({ units, rest = 0 }) => units + rest,
      encode: (units) => ({ units, rest: undefined }),
    },
  );
  const codec = codecs([{ type: 'Product.quantity', is: asCounts }])(V2).object(
    createProductInput,
  );
  const sent = JSON.parse(JSON.stringify(codec.write({ quantity: 10 })));
  expect(sent).toEqual({ quantity: { units: 10 } });
  const read = codec.read(sent);
  expect(read.value).toEqual({ quantity: 10 });
  expect(read.errors).toHaveLength(1);
});

test('an enum with a type of its own has the fallback for a member of a later version (D46)', () => {
  const isTracked = z.codec(z.boolean(), z.enum(['UNIT', 'BULK']), {
    decode: (is) => (is ? 'UNIT' : 'BULK'),
    encode: (member) => member === 'UNIT',
  });
  const codecOf = codecs(
    [{ type: 'Product.stockType', is: isTracked }],
    [{ member: 'Product.stockType', value: 'UNIT', name: 'unit' }],
  );
  const sent = (version: string) =>
    codecOf(version).object(createProductInput).write({ stockType: 'UNIT' });
  expect([V2, V3].map(sent)).toEqual([{ stock_type: false }, { stock_type: true }]);
});

describe('a type of objects', () => {
  const line = z.object({ productId: z.int(), total: z.number() });
  const asAmount = z.codec(z.object({ amount: z.number() }), line, {
    decode: ({ amount }) => ({ productId: 0, total: amount }),
    encode: ({ total }) => ({ amount: total }),
  });
  const asAmounts = z.codec(z.array(z.object({ amount: z.number() })), z.array(line), {
    decode: (amounts) => amounts.map(({ amount }) => ({ productId: 0, total: amount })),
    encode: (lines) => lines.map(({ total }) => ({ amount: total })),
  });

  it.each<[what: string, ...Change[]]>([
    ['a list', { type: 'Rental.items', is: asAmounts }],
    [
      'entries of a list',
      { type: 'Rental.items[]', is: asAmount },
      { renamed: 'RentalItem.total', was: 'total', is: 'sum' },
    ],
  ])('writes %s from JSON in names of the domain', (_, ...changes) => {
    const stored = { productId: 1, title: 'T', total: new Prisma.Decimal('2.50') };
    const codec = codecs(changes)(V2).object(rentalShape);
    expect(codec.write({ items: [stored] })).toEqual({ items: [{ amount: 2.5 }] });
  });

  it('has its own names in the errors of entries', () => {
    const image = z.strictObject({ src: z.string() });
    const asIs = z.codec(image, image, { decode: (one) => one, encode: (one) => one });
    const codec = codecs([
      { type: 'Product.images[]', is: asIs },
      { renamed: 'Image.src', was: 'src', is: 'url' },
    ])(V2);
    const { errors } = codec.object(createProductInput).read({ images: [{ src: 5 }] });
    const { field } = codec.spelling(createProductInput);
    expect(errors.map(({ path }) => field(path))).toEqual(['images[0].src']);
  });
});
