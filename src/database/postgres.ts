// A PostgreSQL server: its connections, and the limits that keep a call short when it is down, slow or silent.
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { BoundedClient, dropIdleWhenSilent } from './bounded-client.ts';
import { applyMigrations, isMigrated } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';
import type { Connection, DatabaseOptions } from './open-database.ts';
import { statementNames } from './statement-names.ts';

/** Connections of one node, unless the URL says `connection_limit`; PostgreSQL allows 100 to all of its clients. */
const defaultConnections = 10;

/**
 * In milliseconds. A call may have to wait for a connection, for its settings or until the time of its transaction is
 * over, and then for the statement under way: together less than 5 s. The server gives up a slow statement before we
 * do (bounded-client.ts), which is for a server that says nothing at all.
 */
const connectWithin = 1700;
const statementWithin = 1400;
const transactionOptions = { maxWait: connectWithin, timeout: 1500 };
/** A burst of requests shall find the connections of the one before it. */
const idleWithin = 60_000;
/** Locks of a node that vanished inside a transaction are freed by the server after this time. */
const idleInTransaction = 5000;

export async function openPostgres(url: string, logger: DatabaseOptions['logger']): Promise<Connection> {
  const migrations = await readMigrations();
  const pool = openPool(url, logger);
  const factory = new PrismaPg(pool, { statementNameGenerator: statementNames() });
  try {
    if (!(await isMigrated(await factory.connect(), migrations))) await migrate(url, migrations);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { factory, pool, transactionOptions, close: () => pool.end() };
}

async function migrate(url: string, migrations: Migration[]): Promise<void> {
  const { adapter, close } = await openSession(url);
  await applyMigrations(adapter, migrations).finally(close);
}

/** A single connection for migrations: it holds their lock and transaction, so there is never a second one. */
export async function openSession(url: string): Promise<{ adapter: SqlDriverAdapter; close(): Promise<void> }> {
  let connections = 0;
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectWithin,
    onConnect() {
      if (++connections > 1) throw new Error('the connection was lost while migrating');
    },
  });
  const adapter = await new PrismaPg(pool).connect();
  // The library's own splits a script at every semicolon, also within strings and functions.
  const executeScript = (script: string) => pool.query(script).then(() => {});
  return { adapter: Object.assign(adapter, { executeScript }), close: () => pool.end() };
}

function openPool(url: string, logger: DatabaseOptions['logger']): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: BoundedClient,
    max: Number(new URL(url).searchParams.get('connection_limit')) || defaultConnections,
    connectionTimeoutMillis: connectWithin,
    idleTimeoutMillis: idleWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // The driver adapter takes the server's times for UTC. Set here and not in the startup packet, which poolers refuse.
    onConnect: (client) =>
      client.query(
        `SET TimeZone = 'UTC'; SET statement_timeout = ${statementWithin}; ` +
          `SET idle_in_transaction_session_timeout = ${idleInTransaction}`,
      ) as unknown as undefined,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', (error) => logger?.warn({ err: error }, 'lost an idle database connection'));
  dropIdleWhenSilent(pool);
  return pool;
}
