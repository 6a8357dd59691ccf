// A start adds demo data if there are no users, completely or not at all, and fresh tokens.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/tokens.ts';
import type { Database } from '../../src/database/db.ts';
import { DEMO_IDS } from '../../src/demo/demo-data.ts';
import { prepareDemoOwner } from '../../src/demo/demo-owner.ts';
import { seedDemoData } from '../../src/demo/seed-demo-data.ts';
import { DAY_MILLISECONDS, isoDay } from '../../src/time.ts';
import { createTestApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const NOW = new Date('2026-07-10T12:00:00Z');

const TOKEN = { environment: 'test', version: NEWEST_VERSION, name: 'Printed' } as const;

let database: Database;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.close());

const prepare = () => prepareDemoOwner(database.db, TOKEN, NOW);
const rows = async () => [await database.db.user.count(), await database.db.product.count()];

test('an empty database gets the demo data, and a second start only adds its own tokens (D47)', async () => {
  const first = await prepare();
  const second = await prepare();
  expect(await rows()).toEqual([4, 6]);
  const kinds = ['owner', 'tenant', 'reader', 'rival', 'expired', 'revoked'] as const;
  const tokens = Object.fromEntries(
    kinds.map((kind) => [kind, expect.stringMatching(/^svc_test_/)]),
  );
  expect(second).toEqual({ ...first, tokens });
  for (const kind of kinds) expect(second?.tokens[kind]).not.toBe(first?.tokens[kind]);
});

test('its tokens work as their names say', async () => {
  const { tokens } = (await prepare()) ?? expect.unreachable();
  const app = await createTestApp({ database });
  const { tent, readers } = DEMO_IDS.products;
  const { unpaid } = DEMO_IDS.rentals;
  for (const [kind, path, expected] of [
    ['owner', `/product/${tent}`, 200],
    ['rival', `/product/${tent}`, 403],
    ['revoked', `/product/${tent}`, 401],
    ['expired', `/product/${tent}`, 401],
    ['tenant', `/rental/${unpaid}`, 200],
    ['reader', `/product/${readers}`, 200],
  ] as const)
    expect([
      kind,
      (await app.rest('GET', path, undefined, { token: tokens[kind] ?? '' })).status,
    ]).toEqual([kind, expected]);
  const update = await app.updateProduct(readers, {}, { token: tokens.reader ?? '' });
  expect(update.status).toBe(403);
  await app.app.close();
});

test('the service has the pictures of the demo products, which pages of other origins may show', async () => {
  const origin = 'http://127.0.0.1:4000';
  const { tokens } =
    (await prepareDemoOwner(database.db, TOKEN, NOW, origin)) ?? expect.unreachable();
  const app = await createTestApp({ database });
  const { body } = await app.rest('GET', `/product/${DEMO_IDS.products.tent}`, undefined, {
    token: tokens.owner ?? '',
  });
  expect(body.product.images).toHaveLength(2);
  for (const { src } of body.product.images) {
    const { status, headers } = await app.app.fetch(new Request(src));
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  }
  const live = await createTestApp({ config: { environment: 'live' } });
  const [{ src }] = body.product.images;
  expect((await live.app.fetch(new Request(src))).status).toBe(404);
  for (const { app: one } of [app, live]) await one.close();
});

test('a database that has users gets nothing', async () => {
  await database.db.user.create({ data: { name: 'Ada', email: 'ada@example.com' } });
  expect(await prepare()).toBeUndefined();
  expect(await rows()).toEqual([1, 0]);
});

test('failed seeding leaves nothing, and the next attempt assigns the same IDs', async () => {
  const failing = database.db.$transaction(async (tx) => {
    await seedDemoData(tx, NOW);
    throw new Error('cut off');
  });
  await expect(failing).rejects.toThrow('cut off');
  expect(await rows()).toEqual([0, 0]);
  await prepare();
  expect(await database.db.product.findUnique({ where: { id: 1 } })).not.toBeNull();
});

test('removes tokens of starts more than ten minutes ago unless they were used', async () => {
  await prepare();
  const kinds = await database.db.apiToken.count();
  await database.db.apiToken.updateMany({ data: { lastUsedAt: NOW } });
  await prepare();
  const createdAt = new Date(Date.now() - 660_000);
  await database.db.apiToken.updateMany({ data: { createdAt } });
  for (let starts = 0; starts < 2; starts++) await prepare();
  expect(await database.db.apiToken.count()).toBe(3 * kinds);
  expect(await database.db.apiToken.count({ where: { lastUsedAt: NOW } })).toBe(kinds);
});

test('keeps tokens that the owner created with a form or rolled, and the rolled one, whatever their names', async () => {
  await prepare();
  const { owner: userId } = DEMO_IDS.people;
  const token = { ...TOKEN, userId };
  const printed = await database.db.apiToken.findFirstOrThrow({
    where: { userId, name: TOKEN.name },
  });
  const created = [
    printed,
    await createToken(database.db, { ...token, predecessorId: printed.id }),
    await createToken(database.db, { ...token, formKey: 'form' }),
  ];
  const createdAt = new Date(Date.now() - 660_000);
  await database.db.apiToken.updateMany({ data: { createdAt } });
  for (let starts = 0; starts < 2; starts++) await prepare();
  const left = await database.db.apiToken.findMany({
    where: { createdAt },
    orderBy: { id: 'asc' },
  });
  expect(left.map(({ id, predecessorId }) => [id, predecessorId])).toEqual(
    created.map(({ id, predecessorId }) => [id, predecessorId]),
  );
});

test('the tokens that a start prints end a week later, so that used ones leave room for others (D4)', async () => {
  const { owner } = DEMO_IDS.people;
  for (let starts = 0; starts < 3; starts++) await prepare();
  const ends = await database.db.apiToken.findMany({
    where: { name: TOKEN.name, userId: owner },
    select: { createdAt: true, expiresAt: true },
  });
  for (const { createdAt, expiresAt } of ends)
    expect(isoDay(new Date(Number(expiresAt) - 1))).toBe(
      isoDay(new Date(createdAt.getTime() + 7 * DAY_MILLISECONDS)),
    );
  expect(ends).toHaveLength(3);
});
