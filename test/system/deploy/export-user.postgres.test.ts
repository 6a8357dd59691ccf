// .deploy/export-user.sql: what is stored about a user.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { readText } from './deploy-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('exports each row about one user, without hashes', async () => {
  const { id } = await app.db.user.create({
    data: { name: 'Emma', email: 'emma@example.com' },
  });
  const token = { name: 'Of Emma', environment: 'test', version: '2025-08-16' } as const;
  await createToken(app.db, { ...token, userId: id });
  const product = {
    ownerId: id,
    title: 'Tent',
    rent: 1,
    stockType: 'BULK',
    quantity: 1,
  } as const;
  await app.db.product.createMany({ data: [product, product] });
  const script = readText('.deploy/export-user.sql').replace(
    ":'email'",
    "' Emma@example.com'",
  );
  const rows = await app.db.$queryRawUnsafe<Record<string, object>[]>(script);
  const lines = rows.map((row) => Object.values(row)[0]);
  expect(lines).toMatchObject([
    { user: { id, name: 'Emma', email: 'emma@example.com' } },
    { token: { name: 'Of Emma' } },
    { product: { title: 'Tent', rent: 1 } },
    { product: { title: 'Tent' } },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/hash|form_key|idempotency/);
});
