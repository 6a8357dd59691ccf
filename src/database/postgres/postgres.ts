// Opens a PostgreSQL server: applies migrations, creates the pools.
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { REQUEST_MILLISECONDS } from '../../request-scope.ts';
import type { DatabaseOptions, Session } from '../connection.ts';
import { outageOf } from '../database-errors.ts';
import { type Database, Db, disconnect } from '../db.ts';
import { guarded } from '../guarded-adapter.ts';
import { missingMigrations } from '../migrations/applied-migrations.ts';
import { LOCK_WAIT_SECONDS } from '../migrations/lock-waits.ts';
import { applyMigrations, explainForbidden } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migration-files.ts';
import { waitForServer } from '../opening-outage.ts';
import { Connection } from '../pool.ts';
import { connectOptions } from './connect-options.ts';
import { openPools, type Pools } from './pools.ts';
import { prepareSession } from './session-settings.ts';

/** For connecting, and again for the settings, even if this process has little CPU time. */
const CONNECT_SESSION_MILLISECONDS = 60_000;
/** In milliseconds, above a request's deadline, which ends a transaction first. */
const TRANSACTION_OPTIONS = {
  maxWait: REQUEST_MILLISECONDS + 500,
  timeout: REQUEST_MILLISECONDS + 500,
};

/**
 * After these, idle connections are closed: since a failover they lead to the old primary, and with an unresponsive
 * server each would cost a failed request.
 */
const IDLE_ARE_DOUBTFUL = ['read_only', 'silent'];

export async function openPostgres(url: string, options: DatabaseOptions): Promise<Database> {
  const currentUrl = options.currentUrl ?? (() => url);
  const pools = openPools(currentUrl, options.logger);
  try {
    await migrateIfNeeded(pools, currentUrl, options);
  } catch (error) {
    await pools.close();
    throw error;
  }
  const adapterOf = (pool: pg.Pool) =>
    guarded(new PrismaPg(pool), (error) => {
      if (IDLE_ARE_DOUBTFUL.includes(outageOf(error) ?? '')) void pools.closeIdle();
    });
  const adapters = {
    reads: adapterOf(pools.reads),
    inserts: adapterOf(pools.inserts),
    writes: adapterOf(pools.writes),
  };
  const db = new Db(adapters, TRANSACTION_OPTIONS, options.logger);
  return {
    db,
    pool: pools.writes,
    connections: pools.counts,
    close: () => disconnect(db).then(pools.close),
  };
}

/** Waits for each connection. Without missing migrations it needs one; its connections stay in the pools. */
async function migrateIfNeeded(
  { writes, closeIdle, requireSessions }: Pools,
  currentUrl: () => string,
  options: DatabaseOptions,
) {
  const { onMigrations, databaseWaitSeconds = 0, logger } = options;
  const migrations = await readMigrations();
  const { host } = new URL(currentUrl());
  const waiting = <Result>(tryOnce: () => Promise<Result>) =>
    waitForServer(host, tryOnce, databaseWaitSeconds, logger);
  const missing = await waiting(async () => {
    await requireSessions();
    return missingMigrations(writes, migrations, options);
  });
  if (missing.length === 0) return;
  onMigrations?.('waiting', missing.length);
  await closeIdle();
  const open = () => waiting(() => openPostgresSession(currentUrl));
  await applyMigrations(open, migrations, options).catch((error: unknown) => {
    throw explainForbidden(error, missing);
  });
  onMigrations?.('waiting', 0);
}

/** An index that is built alongside writes waits for older transactions. */
export async function openPostgresSession(
  currentUrl: () => string,
  lockWaitSeconds = LOCK_WAIT_SECONDS,
): Promise<Session> {
  const client = new Connection({
    ...connectOptions(currentUrl),
    connectionTimeoutMillis: CONNECT_SESSION_MILLISECONDS,
  });
  await client.connect();
  const limits = {
    statement_timeout: 0,
    lock_timeout: lockWaitSeconds * 1_000,
    idle_in_transaction_session_timeout: 0,
  };
  try {
    await prepareSession(client, limits, CONNECT_SESSION_MILLISECONDS);
  } catch (error) {
    await client.end();
    throw error;
  }
  return { client, isOnly: false, close: () => client.end() };
}
