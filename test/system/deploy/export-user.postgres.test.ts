// .deploy/export-user.sql: what is stored about a user.
import { expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { readText } from './deploy-files.ts';

const app = await openTestApp();

test('exports each row about one user, without hashes', async () => {
  const { id, email } = await app.person('emma');
  for (const _ of ['first', 'second']) await app.product({}, id);
  const script = readText('.deploy/export-user.sql').replace(
    ":'email'",
    `' E${email.slice(1)}'`,
  );
  const rows = await app.db.$queryRawUnsafe<Record<string, object>[]>(script);
  const lines = rows.map((row) => Object.values(row)[0]);
  expect(lines).toMatchObject([
    { user: { id, name: 'emma', email } },
    { token: { name: 'emma' } },
    { product: { title: 'Tent', rent: 10 } },
    { product: { title: 'Tent' } },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/hash|form_key|idempotency/);
});
