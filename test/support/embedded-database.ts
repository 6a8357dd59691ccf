// Embedded databases for tests, loaded from the template and emptied for the next test, which is ten times as fast.
import { openAsBlob } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import type { DatabaseLog } from '../../src/database/connection.ts';
import type { Database } from '../../src/database/db.ts';
import { embeddedDatabase } from '../../src/database/embedded/embedded.ts';
import { embeddedPool } from '../../src/database/embedded/embedded-pool.ts';

let free: PGlite | undefined;

/** An in-memory database with the template's content. */
export async function loadEmbedded(template: string): Promise<PGlite> {
  return PGlite.create({ loadDataDir: await openAsBlob(template) });
}

export async function takeEmbedded(
  template: string,
  logger?: DatabaseLog,
): Promise<Database> {
  const client = free ?? (await loadEmbedded(template));
  free = undefined;
  original ??= await definitions(client);
  let open = true;
  // Whoever continues after the close finds a closed database, not the next test's.
  const session = new Proxy(client, {
    get(target, name) {
      if (!open) throw new Error('PGlite is closed');
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  async function giveBack() {
    if (!open) return;
    open = false;
    if (free || (await definitions(client)) !== original) return client.close();
    await client.exec('DISCARD ALL');
    await client.exec(empty);
    free = client;
  }
  return embeddedDatabase(embeddedPool(session), giveBack, logger);
}

/** The tables, their columns and migrations: a database in which a test changed them is not reused. */
async function definitions(client: PGlite): Promise<string> {
  const catalogs = [
    'pg_attribute',
    'pg_constraint',
    'pg_index',
    'pg_type',
    'pg_enum',
    'pg_proc',
    'pg_trigger',
    '_prisma_migrations',
  ];
  const counts = catalogs.map(
    (catalog) => `SELECT count(*), max(xmin::text::int) FROM ${catalog}`,
  );
  const { rows } = await client.query(counts.join(' UNION ALL '), [], { rowMode: 'array' });
  return JSON.stringify(rows);
}

let original: string | undefined;

const empty = `
  DO $$ BEGIN
    EXECUTE (
      SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY CASCADE'
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
    );
  END $$`;
