// The data of the bench: an owner with a token, products and rentals.
import pg from 'pg';
import { createToken } from '../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { fill, OWNER } from '../../support/fill.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';

/** The rows that requests name: ids from 1 to the number of products or rentals. */
export interface Scene {
  readonly token: string;
  readonly products: number;
  readonly rentals: number;
}

const RENTALS = 1_000;

/** Migrates and fills an empty database; all of its products and rentals are of the owner. */
export async function createScene(databaseUrl: string, products: number): Promise<Scene> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    const ofOwner = { products, rentals: RENTALS, tokens: 1, hours: 0 };
    const size = { users: 2, tokens: 2, products, rentals: RENTALS, events: 0, ofOwner };
    await fill((sql) => client.query(sql), size);
    // No rental of the bench is paid.
    await client.query('TRUNCATE paid_accounts');
    await client.query('VACUUM ANALYZE');
    const issued = { userId: OWNER, name: 'Bench', environment: 'test', version: NEWEST_VERSION } as const;
    return { token: (await createToken(db, issued)).value, products, rentals: RENTALS };
  } finally {
    await client.end();
    await close();
  }
}
