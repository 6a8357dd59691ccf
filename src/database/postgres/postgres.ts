// Opens a PostgreSQL server: its connection pool, and the time limits for a server that is down, slow or silent.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { ConnectionCounts, DatabaseOptions, OpenedDatabase, Send, Session, Statements } from '../connection.ts';
import { DatabaseOpenError } from '../database-errors.ts';
import { applyMigrations, forbiddenInWords } from '../migrations/migrate.ts';
import { missingMigrations, readMigrations } from '../migrations/migrations.ts';
import { waitForServer } from '../opening-fault.ts';
import { REQUEST_MILLISECONDS } from '../request-scope.ts';
import type { BoundedClient } from './bounded-client.ts';
import { BoundedPool, SharedConnections } from './connections.ts';
import { StatementNames } from './statement.ts';

/** Connections of one node unless the URL has `connection_limit`; PostgreSQL accepts 100 in all by default. */
const DEFAULT_CONNECTIONS = 10;
/** One for reads, one for appends, one in the pool. */
const FEWEST_CONNECTIONS = 3;

/** Milliseconds for the connection of a session, also where this process has little CPU time. */
const CONNECT_SESSION_WITHIN = 60_000;
/** In milliseconds, above the deadline of a request, which ends a transaction first. */
const TRANSACTION_OPTIONS = { maxWait: REQUEST_MILLISECONDS + 500, timeout: REQUEST_MILLISECONDS + 500 };
const OLDEST_VERSION = 14;
/**
 * Milliseconds after which PostgreSQL ends a statement, without effect on others; without an answer its connection is closed
 * 0.4 to 0.6 s later.
 */
const STATEMENT_WITHIN = { shared: 1500, pool: 2000 };

/** Milliseconds until an unused connection is closed; a burst of requests before that needs no new one. */
const IDLE_WITHIN = 60_000;

export async function openPostgres(url: string, options: DatabaseOptions): Promise<OpenedDatabase> {
  const config = connectionConfig(url, options.workers);
  const { isPooled, peers } = config;
  const shared = Math.max(1, Math.floor(config.max * SHARED));
  const sharedConfig = withLimit(config, STATEMENT_WITHIN.shared);
  const [reads, appends] = [new SharedConnections(sharedConfig, shared), new SharedConnections(sharedConfig, shared)];
  const max = config.max - (isPooled ? 1 : 2) * shared;
  const pool = new BoundedPool({ ...withLimit(config, STATEMENT_WITHIN.pool), max }, options.logger);
  const close = async () => {
    await pool.end();
    await Promise.all([...peers.open].map((client) => client.end()));
  };
  const write: Send = async (text, values = []) =>
    (await pool.query<unknown[]>({ text, values: [...values], rowMode: 'array' })).rows;
  try {
    if (!options.isMigrated) {
      const tryOnce = async () => refuseOld(Number((await write('SHOW server_version_num'))[0]?.[0]));
      await waitForServer(new URL(url).host, tryOnce, options.databaseWaitSeconds ?? 0, options.logger);
      await migrateIfNeeded(url, write, options);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const statements: Statements = {
    read: (text, values) => reads.query(text, values),
    // Behind a pooler only a statement of the pool can be ended, and one that was given up must not be done later.
    append: isPooled ? write : (text, values) => appends.query(text, values),
    write,
  };
  const connections = (): ConnectionCounts => {
    const idle = pool.idleCount + reads.idle + appends.idle;
    return {
      ...{ active: peers.open.size - idle, idle, pending: pool.waitingCount, max: config.max },
      certificateEndsAt: peers.certificateEndsAt,
    };
  };
  return {
    factory: new PrismaPg(pool),
    pool,
    connections,
    statements,
    transactionOptions: TRANSACTION_OPTIONS,
    openSession: () => openPostgresSession(url),
    close,
  };
}

/** A standby reports that it is one since version 14. @throws {DatabaseOpenError} `server_version_num` is of an older one. */
export function refuseOld(version: number): void {
  const major = Math.floor(version / 10_000);
  if (major >= OLDEST_VERSION) return;
  throw new DatabaseOpenError(
    `The server is PostgreSQL ${major}; the service needs PostgreSQL ${OLDEST_VERSION} or newer.`,
  );
}

async function migrateIfNeeded(url: string, query: Send, options: DatabaseOptions): Promise<void> {
  const { onMigrations } = options;
  const migrations = await readMigrations();
  const missing = await missingMigrations(query, migrations, options);
  if (missing.length === 0) return;
  onMigrations?.('waiting', missing.length);
  await applyMigrations(() => openPostgresSession(url), migrations, options).catch((error: unknown) => {
    throw forbiddenInWords(error, missing);
  });
  onMigrations?.('waiting', 0);
}

export async function openPostgresSession(url: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_SESSION_WITHIN,
    ...(!isPooled(url) && { options: SETTINGS }),
  });
  // A connection that breaks emits 'error', which without a listener ends the process. The next statement fails.
  client.on('error', () => {});
  await client.connect();
  return {
    query: async (text, values = []) => (await client.query({ text, values: [...values], rowMode: 'array' })).rows,
    run: (script) => client.query(script),
    isOnly: false,
    close: () => client.end(),
  };
}

/** The part of the connections of a node that requests share for reads, and as many for appends; the rest is the pool. */
const SHARED = 0.3;

/** As with Prisma: a pooler in transaction mode. It takes no settings at connect. */
const isPooled = (url: string): boolean => new URL(url).searchParams.get('pgbouncer') === 'true';

/**
 * The high price of a sequential scan that `enable_seqscan=off` can't avoid would make PostgreSQL compile the statement; and
 * where the database has another isolation by default, parallel writes would fail.
 */
const SETTINGS = '-c jit=off -c default_transaction_isolation=read\\ committed';

/** The URL may have `connection_limit`, too. */
function connectionConfig(url: string, workers = 1) {
  const nodeConnections = Number(new URL(url).searchParams.get('connection_limit')) || DEFAULT_CONNECTIONS;
  return {
    connectionString: url,
    isPooled: isPooled(url),
    peers: { open: new Set<BoundedClient>(), names: new StatementNames(), certificateEndsAt: undefined },
    max: Math.max(FEWEST_CONNECTIONS, Math.floor(nodeConnections / workers)),
    idleTimeoutMillis: IDLE_WITHIN,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * The plan of a prepared statement is kept: one that was made for a table of a few rows would read it whole when it has
 * millions.
 */
const withLimit = (config: ReturnType<typeof connectionConfig>, milliseconds: number) => ({
  ...config,
  answerWithin: milliseconds,
  ...(!config.isPooled && { options: `${SETTINGS} -c enable_seqscan=off -c statement_timeout=${milliseconds}` }),
});
