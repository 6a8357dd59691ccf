// The connection pools of a node with a PostgreSQL server, and the time limits of their statements.
import { TLSSocket } from 'node:tls';
import type pg from 'pg';
import { exceptionFields } from '../../log.ts';
import type { ConnectionCounts, DatabaseLog } from '../connection.ts';
import { openPool } from '../pool.ts';
import { connectOptions } from './connect-options.ts';
import { prepareSession, requireSettings, type TimeLimits } from './session-settings.ts';

/** Connections per node unless the URL has `connection_limit`; PostgreSQL accepts 100 in total by default. */
const DEFAULT_CONNECTIONS = 10;
/** The share of connections for reads, and as many for inserts; the rest is for work that may wait for a lock. */
const SHARE = 0.3;
const FEWEST_CONNECTIONS = 3;

/**
 * PostgreSQL cancels a statement, a wait for a lock, and an idle transaction together with the locks of a dead node.
 */
const STATEMENT_MILLISECONDS = { reads: 1_500, inserts: 1_500, writes: 2_000 };
const LOCK_MILLISECONDS = { reads: 250, inserts: 1_000, writes: 1_000 };
const IDLE_IN_TRANSACTION_MILLISECONDS = 5_000;
/** How long after the server should have canceled a statement its connection is closed. */
const SILENCE_MILLISECONDS = 600;
/** For a free connection, and for opening one. */
const CONNECT_MILLISECONDS = 4_000;
/** When an unused connection is closed; until then, bursts of requests reuse it. */
const IDLE_MILLISECONDS = 60_000;
/** When the last old connection is closed after a failover, a renewed certificate or a changed password. */
const LIFETIME_SECONDS = 240;

type Use = keyof typeof STATEMENT_MILLISECONDS;

const limitsOf = (use: Use): TimeLimits => ({
  statement_timeout: STATEMENT_MILLISECONDS[use],
  lock_timeout: LOCK_MILLISECONDS[use],
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MILLISECONDS,
});

export type Pools = ReturnType<typeof openPools>;

export function openPools(currentUrl: () => string, logger?: DatabaseLog) {
  const wanted =
    Number(new URL(currentUrl()).searchParams.get('connection_limit')) || DEFAULT_CONNECTIONS;
  const max = Math.max(FEWEST_CONNECTIONS, Math.floor(wanted));
  const shared = Math.max(1, Math.floor(max * SHARE));
  let certificateEndsAt: Date | undefined;

  function openPoolFor(use: Use, size: number) {
    const pool = openPool({
      ...connectOptions(currentUrl),
      max: size,
      idleTimeoutMillis: IDLE_MILLISECONDS,
      connectionTimeoutMillis: CONNECT_MILLISECONDS,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      query_timeout: STATEMENT_MILLISECONDS[use] + SILENCE_MILLISECONDS,
      onConnect: (client) => prepareSession(client, limitsOf(use)),
    });
    // A broken idle connection emits 'error', which ends the process if nobody listens.
    pool.on('error', (error) =>
      logger?.warn(exceptionFields(error), 'lost an idle database connection'),
    );
    pool.on('connect', ({ connection: { stream } }) => {
      if (stream instanceof TLSSocket)
        certificateEndsAt = new Date(stream.getPeerCertificate().valid_to);
    });
    return pool;
  }

  const reads = openPoolFor('reads', shared);
  const inserts = openPoolFor('inserts', shared);
  const writes = openPoolFor('writes', max - 2 * shared);
  const all = [reads, inserts, writes];
  const sum = (count: (pool: pg.Pool) => number) =>
    all.reduce((total, pool) => total + count(pool), 0);

  return {
    reads,
    inserts,
    writes,
    counts: (): ConnectionCounts => ({
      active: sum(({ totalCount, idleCount }) => totalCount - idleCount),
      idle: sum(({ idleCount }) => idleCount),
      pending: sum(({ waitingCount }) => waitingCount),
      max,
      certificateEndsAt,
    }),
    /**
     * In transaction mode, a pooler lets two connections share one of its own, and with it their settings. A role that
     * may have one connection has no second one to compare. @throws {DatabaseOpenError}
     */
    async requireSessions() {
      const one = await writes.connect();
      const other = await reads.connect().catch(() => undefined);
      await requireSettings(one, limitsOf('writes')).finally(() => {
        one.release();
        other?.release();
      });
    },
    /** Closes unused connections: after a failover they may lead to the old primary. */
    closeIdle: () => Promise.all(all.map(closeIdle)),
    async close() {
      await Promise.all(all.map((pool) => pool.close()));
    },
  };
}

async function closeIdle(pool: pg.Pool) {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  const taken = await Promise.allSettled(idle);
  for (const connection of taken)
    if (connection.status === 'fulfilled') connection.value.release(true);
}
