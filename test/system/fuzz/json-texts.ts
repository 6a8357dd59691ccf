// Arbitrary JSON as text, so that it can hold what JSON.stringify would never write: 1e999, lone surrogates, doubled keys.
import fc from 'fast-check';

const NUMBERS = [
  '0', '-0', '1', '-1', '1.0', '1.5', '1e3', '0.01', '0.009999999999', '2147483647', '2147483648', '9007199254740993',
  '123456789012345678901234567890', '1e308', '1e309', '1e999', '-1e999', '5e-324', '1e-999',
]; // biome-ignore format: a list of numbers

const STRINGS = [
  '""', '" "', '"a"', '"0"', '"1"', '"true"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udfff\\ud800"', '"\\ud83d\\ude00"',
  '"\\u202e"', '"\u{1F600}"', '"\\"; DROP TABLE products; --"', '"<script>"', '"{{7*7}}"', '"../../etc/passwd"', '"SKU-1"',
  '"http://127.0.0.1/"', '"https://images.example.com/a.webp"', '"https://gone.invalid/a.png"', '"http://[::1]:80/"',
  '"javascript:alert(1)"', '"http://\\ud800/"', '"2025-08-16"', '"DE"', '"products"', '"UNIT"', '"BULK"',
]; // biome-ignore format: a list of strings

/** The names that bodies have, and those that objects have of their own. */
const NAMES = [
  'product', 'bundle', 'data', 'attributes', 'type', 'title', 'description', 'rent', 'cost', 'productType', 'stock_type',
  'stockType', 'sku', 'quantity', 'equipments', 'name', 'images', 'src', 'online', 'archived', 'items', 'ad_id', 'adId',
  'code', 'stock_unit_type_id', 'barcode', 'commodity_code', 'country_of_manufacture', 'shelf_life_min', 'shelf_life_max',
  'id', 'owner_id', 'ownerId', 'created_at', 'updated_at', 'input', '__proto__', 'constructor', 'prototype', 'toString',
  'hasOwnProperty', 'then', 'toJSON', 'length', '', '$ne', 'x.y', 'a[0]',
]; // biome-ignore format: a list of names

const number = fc.oneof(fc.constantFrom(...NUMBERS), fc.double().map(String), fc.integer().map(String));
const string = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...STRINGS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 70_000 }).map((length) => `"${'x'.repeat(length)}"`) },
);
const name = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...NAMES).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: string },
);
const constant = fc.constantFrom('null', 'true', 'false', '{}', '[]', 'NaN', 'undefined', '01', "'a'");

const listOf = (texts: string[]) => `[${texts.join(',')}]`;
const objectOf = (entries: [string, string][]) => `{${entries.map(([key, value]) => `${key}:${value}`).join(',')}}`;

/** Any value, up to a few levels deep. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    constant,
    number,
    string,
    fc.array(tie('value'), { maxLength: 6 }).map(listOf),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 8 }).map(objectOf),
  ),
})).value;

const entries = (fields: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> =>
  fc
    .record(
      Object.fromEntries(
        Object.entries(fields).map(([key, right]) => [
          key,
          fc.oneof({ weight: 40, arbitrary: right }, { weight: 1, arbitrary: jsonText }),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((given) => objectOf(Object.entries(given).map(([key, value]) => [JSON.stringify(key), value as string])));

const edge = (right: string[], edges: string[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: fc.constantFrom(...edges) });
const text = edge(['"Tent"', '"a"', `"${'x'.repeat(255)}"`], ['""', '" "', `"${'x'.repeat(256)}"`]);
const amount = edge(['0.01', '1', '24.5', '0.1'], ['0', '-1', '1e308']);
const count = edge(['1', '2', '2147483647'], ['0', '2147483648']);
const flag = fc.constantFrom('true', 'false');
const id = fc.constantFrom('1', '2', '3', '4', '5', '2147483647', '"1"');
const many = (entry: fc.Arbitrary<string>, max: number) => fc.array(entry, { maxLength: max }).map(listOf);
const image = entries({ src: fc.constantFrom('"https://images.example.com/a.webp"') });
const equipment = entries({ name: text, quantity: count });

const common = {
  title: text,
  rent: amount,
  cost: amount,
  sku: text,
  quantity: count,
  online: flag,
  archived: flag,
  images: many(image, 2),
  equipments: many(equipment, 3),
};

/** A product as clients send it, with now and then something else in its place: in the names of REST, of GraphQL. */
export const restProductText = entries({
  ...common,
  stock_type: edge(['1'], ['0', '2']),
  productType: edge(['0'], ['1', '2']),
  shelf_life_min: count,
  country_of_manufacture: edge(['"DE"', '"FR"'], ['"XX"']),
});
export const graphqlProductText = entries({
  ...common,
  stockType: edge(['"BULK"'], ['"UNIT"', '0']),
  shelfLifeMax: count,
  countryOfManufacture: edge(['"DE"', '"FR"'], ['"XX"']),
});

/** A bundle, likewise. */
const bundleOf = (nameOfId: string) =>
  entries({
    title: text,
    rent: amount,
    images: many(image, 2),
    items: many(entries({ [nameOfId]: id, quantity: count }), 3),
    online: flag,
  });
export const restBundleText = bundleOf('ad_id');
export const graphqlBundleText = bundleOf('adId');

/** What remains of a text after some accident. */
export const damaged = (whole: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: whole },
    {
      weight: 2,
      arbitrary: fc
        .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([all, part]) => all.slice(0, all.length * part)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(whole, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
        .map(([all, at, noise]) => all.slice(0, at % (all.length + 1)) + noise + all.slice(at % (all.length + 1))),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(whole, fc.integer({ min: 28, max: 3_000 })).map(([all, levels]) => nested(all, levels)),
    },
    { weight: 1, arbitrary: whole.map((all) => `\u{feff}${all}`) },
  );

const nested = (inner: string, levels: number) => '[{"product":'.repeat(levels) + inner + '}]'.repeat(levels);
