// Rentals are written by other software: values that the contract can't express are rejected by the database, and those
// that are there already are read as the nearest value that it can.
import { describe, expect, test } from 'vitest';
import { violatedCheck } from '../../src/database/database-errors.ts';
import { createTestApp, openTestApp } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { rowsAt } from '../support/pg-client.ts';

const app = await openTestApp();

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';
const LAST_MOMENT = '9999-12-31T23:59:59.999Z';

/** Assignments that a check rejects, and what a read returns for such a row. */
const RENTAL: [assignment: string, field: string, read: unknown][] = [
  ["end_date = 'infinity'", 'end_date', LAST_DAY],
  ["end_date = '10000-01-01'", 'end_date', LAST_DAY],
  ["start_date = '-infinity'", 'start_date', FIRST_DAY],
  ["start_date = '0044-03-15 BC'", 'start_date', FIRST_DAY],
  ["total_amount = 'NaN'", 'total_amount', 0],
  ["total_amount = 'Infinity'", 'total_amount', Number.MAX_VALUE],
  ["total_amount = '-Infinity'", 'total_amount', -Number.MAX_VALUE],
  ["total_amount = '1e400'", 'total_amount', Number.MAX_VALUE],
  ["created_at = 'infinity'", 'created_at', LAST_MOMENT],
  ["created_at = '10000-01-01Z'", 'created_at', LAST_MOMENT],
  ["updated_at = '-infinity'", 'updated_at', '0001-01-01T00:00:00.000Z'],
  ["updated_at = '0044-03-15 00:00Z BC'", 'updated_at', '0001-01-01T00:00:00.000Z'],
];
const ITEM: typeof RENTAL = [
  ["daily_rate = 'NaN'", 'daily_rate', 0],
  ["total = 'Infinity'", 'total', Number.MAX_VALUE],
];

const CHECKS = {
  rentals: ['dates', 'times', 'total_amount'],
  rental_items: ['daily_rate', 'total'],
};
const checks = (alter: (table: string, constraint: string) => string) =>
  Object.entries(CHECKS).flatMap(([table, names]) =>
    names.map((name) => alter(table, `${table}_${name}_check`)),
  );
const dropChecks = checks((table, name) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`).join(
  ';',
);

const DOCUMENT = (id: number) =>
  `{ rental(id: ${id}) { startDate endDate totalAmount createdAt updatedAt items { dailyRate total } } }`;
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** An app on a database without the checks. */
async function openBadDatabase() {
  const { url, directUrl, drop } = await freshPostgres();
  await rowsAt(directUrl, dropChecks);
  const other = await createTestApp({ database: await openPostgres(url) });
  return { ...other, close: () => other.close().then(drop) };
}

async function rental(): Promise<number> {
  return (await app.rental([(await app.product()).id])).id;
}

describe.each([
  ['rentals', 'id', RENTAL],
  ['rental_items', 'rental_id', ITEM],
])('%s', (table, key, cases) => {
  test.each(cases)('%s is rejected', async (assignment, field) => {
    const id = await rental();
    const written = app.db.$executeRawUnsafe(
      `UPDATE ${table} SET ${assignment} WHERE ${key} = ${id}`,
    );
    const failure = await written.catch((error: unknown) => error);
    const check = field.replace(/^(start|end)_date$/, 'dates').replace(/^\w+_at$/, 'times');
    expect(violatedCheck(failure)).toBe(`${table}_${check}_check`);
  });
});

test('a row from before the checks is read in the types of the contract, on both APIs', async () => {
  const other = await openBadDatabase();
  for (const [assignment, field, value] of [...RENTAL, ...ITEM]) {
    const isItem = ITEM.some(([one]) => one === assignment);
    const id = (await other.rental([(await other.product()).id])).id;
    await other.db.$executeRawUnsafe(
      isItem
        ? `UPDATE rental_items SET ${assignment} WHERE rental_id = ${id}`
        : `UPDATE rentals SET ${assignment} WHERE id = ${id}`,
    );
    const { status, body } = await other.rest('GET', `/rental/${id}`);
    const rest = isItem ? body.rentals?.items[0] : body.rentals;
    expect([assignment, status, rest?.[field]]).toEqual([assignment, 200, value]);
    const { data } = (await other.graphql(DOCUMENT(id))).body;
    const graphql = isItem ? data.rental?.items[0] : data.rental;
    expect([assignment, graphql?.[camel(field)]]).toEqual([assignment, value]);
  }
  await other.close();
});

test('a migration leaves rows that break a check, and lets no new ones in', async () => {
  const { url, directUrl, drop } = await freshPostgres();
  const name = '%rental%check%';
  await rowsAt(directUrl, dropChecks);
  await rowsAt(directUrl, `DELETE FROM _prisma_migrations WHERE migration_name LIKE '${name}'`);
  await rowsAt(
    directUrl,
    `INSERT INTO users (id, name, email) VALUES (1, 'Ada', 'ada@example.com');
     INSERT INTO rentals (status, start_date, end_date, total_amount, tenant_id, owner_id, updated_at)
     VALUES ('active', '2026-01-01', 'infinity', 1, 1, 1, now())`,
  );
  const { db, close } = await openPostgres(url);
  expect(await db.rental.findMany()).toMatchObject([{ endDate: new Date(LAST_DAY) }]);
  await expect(db.$executeRaw`INSERT INTO rentals SELECT 2, status, start_date, end_date, total_amount, tenant_id,
    owner_id, paid_at, created_at, updated_at FROM rentals`).rejects.toThrow('rentals_dates_check');
  expect(await db.$queryRaw`SELECT conname FROM pg_constraint WHERE NOT convalidated`).toEqual([
    { conname: 'rentals_dates_check' },
  ]);
  await close();
  await drop();
});
