// Rentals are written by other software: the database rejects values that the contract can't express.
import { describe, expect, test } from 'vitest';
import { violatedCheck } from '../../src/database/database-errors.ts';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

/** Assignments that a check rejects, each with its field. */
const RENTAL: [assignment: string, field: string][] = [
  ["end_date = 'infinity'", 'end_date'],
  ["end_date = '10000-01-01'", 'end_date'],
  ["start_date = '-infinity'", 'start_date'],
  ["start_date = '0044-03-15 BC'", 'start_date'],
  ["total_amount = 'NaN'", 'total_amount'],
  ["total_amount = 'Infinity'", 'total_amount'],
  ["total_amount = '-Infinity'", 'total_amount'],
  ["total_amount = '1e400'", 'total_amount'],
  ["created_at = 'infinity'", 'created_at'],
  ["created_at = '10000-01-01Z'", 'created_at'],
  ["updated_at = '-infinity'", 'updated_at'],
  ["updated_at = '0044-03-15 00:00Z BC'", 'updated_at'],
];
const ITEM: typeof RENTAL = [
  ["daily_rate = 'NaN'", 'daily_rate'],
  ["total = 'Infinity'", 'total'],
];

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
