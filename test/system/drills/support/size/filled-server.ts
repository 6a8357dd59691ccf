import type pg from 'pg';
import { createToken } from '../../../../../src/accounts/tokens.ts';
import { DAYS_KEPT, fill, OWNER, type Size } from '../../../../support/fill.ts';
import { NEWEST_VERSION } from '../../../../support/newest-version.ts';
import { openPostgres } from '../../../../support/open-postgres.ts';
import { connectedClient } from '../../../../support/pg-client.ts';
import { createScene } from '../../../bench/servers.ts';
import { startPostgres } from '../servers.ts';

const OF_OWNER = { products: 100_000, rentals: 30_000, tokens: 200 };
const FEW_PRODUCTS = 1_000;
/** Memory and log settings for a server of this size; PostgreSQL's defaults are for a small one. */
const SETTINGS = {
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
};

/**
 * At factor 1: 2·10⁶ products, 5·10⁶ tokens, 10⁶ users, 3·10⁵ rentals, and 10⁶ rows of each kind that accumulates
 * with use.
 */
export function sizeOf(factor: number): Size {
  const times = (count: number) => Math.ceil(count * factor);
  const [users, tokens, products, rentals] = [
    times(1_000_000),
    times(5_000_000),
    times(2_000_000),
    times(300_000),
  ];
  const part = Math.min(factor, 1);
  const ofOwner = {
    products: Math.ceil(OF_OWNER.products * part),
    rentals: Math.ceil(OF_OWNER.rentals * part),
    tokens: OF_OWNER.tokens,
    days: DAYS_KEPT,
  };
  return { users, tokens, products, rentals, events: times(1_000_000), ofOwner };
}

export type FilledServer = Awaited<ReturnType<typeof startFilledServer>>;

export async function startFilledServer(
  cleanup: AsyncDisposableStack,
  size: Size,
  say: (text: string) => void,
) {
  const server = await startPostgres(cleanup, { settings: SETTINGS });
  const { client, token, owner } = await fillDatabase(server.url, size, say);
  cleanup.defer(() => client.end());
  const few = new URL('/few', server.url);
  await client.query('CREATE DATABASE few');
  const fewScene = await createScene(few.href, FEW_PRODUCTS);
  return {
    url: server.url,
    client,
    size,
    owner,
    scene: { token, products: size.ofOwner.products, rentals: size.ofOwner.rentals },
    few: { url: few.href, scene: fewScene },
  };
}

async function fillDatabase(url: string, size: Size, say: (text: string) => void) {
  const client = await connectedClient(url);
  const { db, close } = await openPostgres(url);
  const create = await withoutIndexes(client);
  await fill(
    (sql) => client.query(sql),
    size,
    (table) => say(`filling ${table}`),
  );
  say('creating indexes');
  for (const sql of create) await client.query(sql);
  say('VACUUM ANALYZE');
  await client.query('VACUUM (ANALYZE, PARALLEL 2)');
  const owner = { id: OWNER, email: `user${OWNER}@example.com` };
  const token = await createToken(db, {
    userId: OWNER,
    name: 'Drill',
    environment: 'test',
    version: NEWEST_VERSION,
  });
  await close();
  return { client, token: token.value, owner };
}

/**
 * Drops the indexes that are not constraints, which halves the time to add rows. Returns the statements that create
 * them.
 */
async function withoutIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; create: string }>(`
    SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS create FROM pg_index
    JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ create }) => create);
}
