// Update a product (section 4.3): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { faults, openTestApp } from '../support/app.ts';
import { createValidator, pointer } from '../support/openapi-contract.ts';

const app = await openTestApp();

const TIMES: readonly [time: unknown, isTime: boolean][] = [
  ['2026-07-01T08:30:00.000Z', true],
  ['2026-07-01T08:30:00Z', true],
  ['2026-07-01T08:30:00+00:00', true],
  ['2026-07-01T08:30:00.123456+00:00', true],
  ['2026-07-01T08:30:00-07:30', true],
  ['2026-07-01t08:30:00z', true],
  ['2024-02-29T00:00:00Z', true],
  ['2016-12-31T23:59:60Z', true],
  ['2017-01-01T00:59:60+01:00', true],
  ['2016-12-31T22:59:60Z', false],
  ['2026-02-29T00:00:00Z', false],
  ['2026-07-01T24:00:00Z', false],
  ['2026-07-01T08:30:00+24:00', false],
  ['2026-07-01T08:30:00', false],
  ['2026-07-01T08:30Z', false],
  ['2026-07-01 08:30:00Z', false],
  ['2026-07-01T08:30:00+0000', false],
  ['2026-07-01', false],
  ['Wed, 01 Jul 2026 08:30:00 GMT', false],
  [1782894600, false],
];

const update = app.updateProduct;
const read = async (id: number) => (await app.readProduct(id)).body.product;

test('ignores times in any form of RFC 3339 with an offset (D15, D53)', async () => {
  const { id } = await app.product();
  const errorsIn = createValidator((await app.call('/openapi.json', {})).body);
  const place = pointer(
    'components',
    'schemas',
    'UpdateProductInput',
    'properties',
    'created_at',
  );
  const before = await read(id);
  for (const [time, isTime] of [...TIMES, [null, false] as const]) {
    expect([time, errorsIn(place, time).length === 0]).toEqual([time, isTime]);
    const { status, body } = await update(id, { created_at: time, updated_at: time });
    const errors = isTime
      ? undefined
      : ['created_at', 'updated_at'].map((field) =>
          expect.objectContaining({ field, code: 'INVALID_FORMAT' }),
        );
    expect([time, status, body.errors]).toEqual([time, isTime ? 200 : 400, errors]);
  }
  expect(await read(id)).toEqual({ ...before, updated_at: expect.any(String) });
});

test('replaces lists completely, [] clears them, and absent ones stay; a stored image is not probed again (D15, D23)', async () => {
  const lists = {
    equipments: [{ name: 'Rope', quantity: 1 }],
    images: [{ src: 'https://gone.invalid/1' }],
  };
  const { id } = await app.product(lists);
  const equipments = [{ name: 'Peg', quantity: 2 }];
  expect((await update(id, { equipments, images: lists.images })).status).toBe(200);
  await update(id, { equipments });
  expect(await read(id)).toMatchObject({ ...lists, equipments });
  await update(id, { images: [] });
  expect(await read(id)).toMatchObject({ equipments, images: [] });
});

test('accepts flags and strings for a bundle, but not unit stock (D24)', async () => {
  const { id } = await app.product({ type: 'BUNDLE' });
  expect((await update(id, { title: 'Pack', archived: true, rent: 3 })).status).toBe(200);
  expect(faults(await update(id, { stock_type: 0, sku: 's' }))).toEqual([
    'stock_type INVALID_FORMAT',
  ]);
  expect(await read(id)).toMatchObject({
    productType: 1,
    title: 'Pack',
    archived: true,
    rent: 3,
  });
});

test('says that null in an entry is no value, and which number an ID must be (D13, D15)', async () => {
  const { id } = await app.product();
  const equipments = [{ name: null, quantity: 1 }];
  expect((await update(id, { equipments, id: String(id) })).body.errors).toMatchObject([
    { field: 'equipments[0].name', message: 'This field is required' },
    { field: 'id', message: `Must be the number ${id}` },
  ]);
});

test('a field beside the wrapper is an error of a field: the target and the precondition come first (D9)', async () => {
  const { id } = await app.product();
  const { id: foreign } = await app.product({}, app.rival.id);
  const statusOf = async (target: number, headers = {}) =>
    (await app.rest('PUT', `/product/${target}`, { product: {}, other: 1 }, { headers }))
      .status;
  expect([
    await statusOf(999_999),
    await statusOf(foreign),
    await statusOf(id, { 'If-Match': '"x"' }),
    await statusOf(id),
  ]).toEqual([404, 403, 412, 400]);
});
