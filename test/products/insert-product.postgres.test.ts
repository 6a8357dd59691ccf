// Creates of one turn of the event loop share a statement, and yet each succeeds or fails as if it were alone.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBundle } from '../../../src/bundles/create-bundle.ts';
import type { Statements } from '../../../src/database/connection.ts';
import { type Db, withRecords } from '../../../src/database/records/extension.ts';
import type { OperationContext } from '../../../src/operation/context.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let db: Db;
/** The number of rows of each insert. */
let sent: number[];

beforeAll(async () => {
  app = await createTestApp();
  const { statements } = app.database;
  const counted =
    (run: Statements['write']): Statements['write'] =>
    (sql, values = []) => {
      sent.push(JSON.parse(String(values[0])).length);
      return run(sql, values);
    };
  db = withRecords(app.db, { ...statements, append: counted(statements.append), write: counted(statements.write) });
});
beforeEach(() => {
  sent = [];
});
afterAll(() => app.close());

const SELECTION = { select: { id: true, title: true } };

const create = (fields: object) =>
  db.product.insert(
    { ownerId: app.owner.id, title: 'Tent', rent: '10', stockType: 'BULK', quantity: 1, ...fields },
    SELECTION,
  );

test('products of one turn are inserted by one statement, and each create answers its own', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => `Tent ${index}`);
  const created = await Promise.all(titles.map((title) => create({ title })));
  expect(sent).toEqual([30]);
  expect(created.map(({ title }) => title)).toEqual(titles);
  const stored = await app.db.product.findMany({ where: { id: { in: created.map(({ id }) => id) } }, ...SELECTION });
  expect(created).toMatchObject(stored.toSorted((one, other) => one.id - other.id));
});

test('products with values for other defaults are in another statement, and those with a long text in one of their own', async () => {
  await Promise.all([
    ...[create({}), create({ online: false }), create({ sku: 'A' })],
    create({ description: 'x'.repeat(20_000) }),
  ]);
  await create({ description: 'x'.repeat(100) });
  expect(sent.toSorted()).toEqual([1, 1, 1, 2]);
});

test('a product that the database refuses does not fail the others of its turn', async () => {
  const refused = { stockType: 'UNIT', sku: null };
  const results = await Promise.allSettled([create({ sku: 'A' }), create(refused), create({ sku: 'B' })]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([3, 1, 1, 1]);
});

const bundle = (userId: number, adIds: readonly number[], more = {}) => {
  const items = adIds.map((adId, index) => ({ adId, quantity: index + 1 }));
  const input = { title: 'Pack', items, online: true, archived: false, ...more };
  const request = { target: undefined, input, selection: { select: { id: true } }, record: {}, ifRevision: undefined };
  return createBundle.run({ db, caller: { userId } } as OperationContext, request);
};

test('bundles of one turn and one user are inserted by one statement, each with its own lines and rent', async () => {
  const { id: cheap } = await app.product({ rent: '0.1' });
  const { id: dear } = await app.product({ rent: '100' });
  const made = await Promise.all([
    bundle(app.owner.id, [cheap, dear, cheap]),
    bundle(app.owner.id, [dear, 0]).catch(() => undefined),
    bundle(app.owner.id, [dear], { rent: 7 }),
  ]);
  expect(sent).toEqual([3]);
  expect(made[1]).toBeUndefined();
  const stored = async (bundleId = 0) => {
    const { rent } = await app.db.product.findUniqueOrThrow({ where: { id: bundleId } });
    const items = await app.db.bundleItem.findMany({ where: { bundleId }, orderBy: { position: 'asc' } });
    return `${rent}: ${items.map(({ adId, quantity }) => `${quantity} × ${adId}`)}`;
  };
  expect(await stored(made[0]?.id)).toBe(`200.4: 1 × ${cheap},2 × ${dear},3 × ${cheap}`);
  expect(await stored(made[2]?.id)).toBe(`7: 1 × ${dear}`);
});

test('bundles of different users are in different statements, as their products may be locked', async () => {
  const { id: own } = await app.product();
  const { id: others } = await app.product({}, app.rival.id);
  await Promise.all([bundle(app.owner.id, [own]), bundle(app.rival.id, [others]), bundle(app.owner.id, [own])]);
  expect(sent.toSorted()).toEqual([1, 2]);
});
