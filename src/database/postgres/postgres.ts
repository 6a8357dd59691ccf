// Opens a PostgreSQL server: its connection pool, and the time limits for a server that is down, slow or silent.
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import type { Connection, ConnectionCounts, Session, WarningLog } from '../connection.ts';
import { requestMilliseconds } from '../deadline.ts';
import { applyMigrations, isMigrated } from '../migrations/migrate.ts';
import { readMigrations } from '../migrations/migrations.ts';
import type { Value } from '../statements.ts';
import type { BoundedConfig } from './bounded-client.ts';
import { BoundedPool } from './bounded-pool.ts';
import { SharedConnections } from './shared-connections.ts';
import { statementNames } from './statement-names.ts';

/** Connections of one node unless the URL has `connection_limit`; PostgreSQL accepts 100 in all by default. */
const defaultConnections = 10;
/** One for reads, one for appends, and one in the pool. */
const fewestConnections = 3;

/** Milliseconds until a connection is open, also outside of a request; then its deadline leaves less. */
const connectWithin = 4000;
/** In milliseconds. Prisma's own limits are above the deadline of a request, which ends a transaction first. */
const transactionOptions = { maxWait: requestMilliseconds + 500, timeout: requestMilliseconds + 500 };
/** Milliseconds until an unused connection is closed; the next burst of requests finds the others open. */
const idleWithin = 60_000;

interface PostgresOptions {
  readonly workers?: number;
  readonly isMigrated?: boolean;
  readonly logger?: WarningLog;
}

export async function openPostgres(url: string, options: PostgresOptions): Promise<Connection> {
  const onSilent = () => {
    for (const connections of [reads, appends, pool]) connections.dropIdle();
  };
  const config = { ...configOf(url, options.workers), onSilent };
  const shared = Math.max(1, Math.floor(config.max * SHARED));
  const [reads, appends] = [new SharedConnections(config, shared), new SharedConnections(config, shared)];
  const pool = openPool({ ...config, max: config.max - 2 * shared }, options.logger);
  const close = () => Promise.all([pool.end(), reads.close(), appends.close()]).then(() => {});
  const nameOf = statementNames();
  // Without parameters a text may be several statements, which a prepared one can't be.
  const statementNameGenerator = ({ sql, args }: SqlQuery) => (args.length === 0 ? '' : nameOf(sql));
  const factory = new PrismaPg(pool, { statementNameGenerator });
  try {
    if (!options.isMigrated) await migrateIfNeeded(url, factory);
  } catch (error) {
    await close();
    throw error;
  }
  const statements = {
    read: (sql: string, values: readonly Value[]) => reads.query(sql, values),
    append: (sql: string, values: readonly Value[]) => appends.query(sql, values),
    write: async (text: string, values: readonly Value[]) =>
      (await pool.query<unknown[]>({ text, values: [...values], name: nameOf(text), rowMode: 'array' })).rows,
  };
  const connections = (): ConnectionCounts => {
    const [ofReads, ofAppends] = [reads.counts, appends.counts];
    return {
      active: ofReads.active + ofAppends.active + pool.totalCount - pool.idleCount,
      idle: ofReads.idle + ofAppends.idle + pool.idleCount,
      pending: pool.waitingCount,
      max: config.max,
    };
  };
  return { factory, pool, connections, statements, transactionOptions, openSession: () => openSession(url), close };
}

async function migrateIfNeeded(url: string, factory: PrismaPg): Promise<void> {
  const migrations = await readMigrations();
  if (await isMigrated(await factory.connect(), migrations)) return;
  const { adapter, close } = await openSession(url);
  await applyMigrations(adapter, migrations).finally(close);
}

/** Locks and the transaction belong to the connection, so a second one is refused. */
export async function openSession(url: string): Promise<Session> {
  let connections = 0;
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectWithin,
    onConnect() {
      if (++connections > 1) throw new Error('the connection was lost');
    },
  });
  // An idle connection that breaks emits 'error', which without a listener ends the process. The next statement fails.
  pool.on('error', () => {});
  const adapter = await new PrismaPg(pool).connect();
  // The method of PrismaPg splits a script at every semicolon, also within strings and functions.
  const executeScript = (script: string) => pool.query(script).then(() => {});
  return { adapter: Object.assign(adapter, { executeScript }), close: () => pool.end() };
}

/**
 * The plan of a prepared statement is kept: one that was made for a table of a few rows would read it whole when it has
 * millions. Poolers do not take settings at connect.
 */
const BY_INDEX = '-c enable_seqscan=off';

/** The part of the connections of a node that requests share for reads, and as many for appends; the rest is the pool. */
const SHARED = 0.3;

/** The URL may have `connection_limit`, and `pgbouncer=true` for a pooler in transaction mode, as with Prisma. */
function configOf(url: string, workers = 1) {
  const { searchParams } = new URL(url);
  const isPooled = searchParams.get('pgbouncer') === 'true';
  const ofNode = Number(searchParams.get('connection_limit')) || defaultConnections;
  return {
    connectionString: url,
    isPooled,
    ...(!isPooled && { options: BY_INDEX }),
    max: Math.max(fewestConnections, Math.floor(ofNode / workers)),
    connectionTimeoutMillis: connectWithin,
    idleTimeoutMillis: idleWithin,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

function openPool(config: BoundedConfig & pg.PoolConfig, logger: WarningLog | undefined): BoundedPool {
  const pool = new BoundedPool(config);
  // An idle connection that breaks emits 'error', which without a listener ends the process.
  pool.on('error', (error) => logger?.warn({ err: error }, 'lost an idle database connection'));
  return pool;
}
