// The data of the bench: an owner with a token, products and rentals, as many as asked for.
import { createToken } from '../../../src/accounts/tokens.ts';
import type { Database } from '../../../src/database/open-database.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';

/** The day of the rehearsed release in the bench: its version can be used. */
export const REHEARSED_DATE = '2026-01-01';

/** The rows that requests name: ids from 1 to the number of products or rentals. */
export interface Scene {
  readonly token: string;
  readonly products: number;
  readonly rentals: number;
  /** Whether the token has the rehearsed version. */
  readonly isRehearsed?: boolean;
}

/** Runs a statement without parameters, however long it takes. */
export type Execute = (sql: string) => Promise<unknown>;

const OWNER = 1;
const TENANT = 2;
const RENTALS = 1_000;
const ITEMS_PER_RENTAL = 3;

/** Products that requests create have ids beyond all that requests read. */
const FIRST_CREATED_ID = 1_000_000_000;

/** A statement checks its foreign keys when it ends, and holds the checks in memory. */
const ROWS_PER_STATEMENT = 10_000;

/** Fills a migrated database without rows. */
export async function createScene({ db }: Database, execute: Execute, products: number): Promise<Scene> {
  await execute(`
    INSERT INTO users (name, email, permissions)
    SELECT name, email, '{read,write,delete}'
    FROM (VALUES ('Olivia Owner', 'owner@example.com'), ('Theo Tenant', 'tenant@example.com')) people (name, email)`);
  const version = createVersions(RELEASES).newest();
  const { value } = await createToken(db, { userId: OWNER, name: 'Bench', environment: 'test', version });
  await execute(`ALTER SEQUENCE products_id_seq RESTART WITH ${FIRST_CREATED_ID}`);
  await addProducts(execute, products);
  await addRentals(execute, products);
  return { token: value, products, rentals: RENTALS };
}

/** The same by a token of the rehearsed version. */
export async function rehearsedScene({ db }: Database, scene: Scene): Promise<Scene> {
  const { value } = await createToken(db, {
    ...{ userId: OWNER, name: 'Rehearsed', environment: 'test', version: REHEARSED_DATE },
  });
  return { ...scene, token: value, isRehearsed: true };
}

async function addProducts(execute: Execute, count: number): Promise<void> {
  for (let next = 1; next <= count; next += ROWS_PER_STATEMENT) {
    await execute(`
      INSERT INTO products
        (id, owner_id, title, description, rent, cost, stock_type, sku, quantity, equipments, images, updated_at)
      SELECT n, ${OWNER}, 'Four-person tent ' || n, 'A **tent** for four, up in ten minutes.', 24.5, 320, 'unit',
        'TENT-4P-' || n, 3,
        '[{"name":"Ground sheet","quantity":1},{"name":"Peg","quantity":16},{"name":"Pole","quantity":4}]',
        '[{"src":"https://images.example.com/tent-front.webp"},{"src":"https://images.example.com/tent-inside.webp"}]',
        now()
      FROM generate_series(${next}, ${Math.min(next + ROWS_PER_STATEMENT - 1, count)}) n`);
  }
}

async function addRentals(execute: Execute, products: number): Promise<void> {
  await execute(`
    INSERT INTO rentals (status, start_date, end_date, total_amount, tenant_id, owner_id, updated_at)
    SELECT 'active', '2026-05-01', '2026-05-04', 294, ${TENANT}, ${OWNER}, now() FROM generate_series(1, ${RENTALS})`);
  await execute(`
    INSERT INTO rental_items (rental_id, position, product_id, title, quantity, daily_rate, total)
    SELECT r, i, 1 + (r * ${ITEMS_PER_RENTAL} + i) % ${products}, 'Four-person tent', 1, 24.5, 98
    FROM generate_series(1, ${RENTALS}) r, generate_series(0, ${ITEMS_PER_RENTAL - 1}) i`);
  await execute('VACUUM ANALYZE');
}
