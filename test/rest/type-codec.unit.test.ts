// Fields whose type on REST differs from the domain's (section 9.6), for types that the rehearsed release lacks.
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { JsonObject } from '../../src/http/json-body.ts';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import type { Change } from '../../src/operation/change-kinds.ts';
import { check } from '../../src/operation/check.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { createProductInput } from '../../src/products/product-shape.ts';
import { rentalShape } from '../../src/rentals/read-rental.ts';
import { createCodecs } from '../../src/rest/codec.ts';
import { invented, withRelease } from '../support/first-release.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';

const [V2, V3] = ['2031-01-01', '2032-01-01'];

const codecs = (second: Change[], third: Change[] = []) =>
  createCodecs(createVersions([...withRelease(V2, ...second), invented(V3, ...third)]));

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
