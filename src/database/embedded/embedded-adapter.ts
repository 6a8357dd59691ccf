// PGlite as Prisma's client and statements use it: a failed commit is an error, and writes end before the disk is full.
import type { PGlite } from '@electric-sql/pglite';
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseLog, Session } from '../connection.ts';
import { type DataDirectory, inMegabytes } from './data-directory.ts';

export type EmbeddedClient = Pick<PGlite, 'query' | 'exec' | 'transaction'>;

/** The one connection, without the adapter. */
export const embeddedSession = (client: EmbeddedClient): Session => ({
  query: async <Row>(sql: string, values: readonly unknown[] = []) => (await client.query<Row>(sql, [...values])).rows,
  run: (script) => client.exec(script),
  isOnly: true,
  async close() {},
});

/** `onError` converts an error of PGlite; the types of pglite-prisma-adapter don't declare it. */
type LibraryAdapter = SqlDriverAdapter & { onError(error: unknown): never };

/** The adapter of a connection or a transaction; it calls only their `query()`. */
const connectAdapter = async (session: Pick<PGlite, 'query'>) =>
  (await new PrismaPGlite(session as PGlite).connect()) as LibraryAdapter;

/**
 * PrismaPGlite with transactions of its own: those of the package ignore a failed commit, don't await their rollback, and set the
 * isolation level before they begin.
 */
export function embeddedAdapterFactory(client: EmbeddedClient): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPGlite(client as PGlite);
  async function connect() {
    const adapter = await connectAdapter(client);
    return Object.assign(adapter, {
      startTransaction: (level?: IsolationLevel) =>
        startTransaction(client, level).catch((error) => adapter.onError(error)),
    });
  }
  return { provider, adapterName, connect };
}

/** `transaction()` of PGlite holds its one connection until the callback ends, at Prisma's commit or rollback. */
function startTransaction(client: EmbeddedClient, level: IsolationLevel | undefined): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    const decision = Promise.withResolvers<'commit' | 'rollback'>();
    const outcome = client.transaction(async (session) => {
      if (level) await session.exec(`SET TRANSACTION ISOLATION LEVEL ${level}`);
      const adapter = await connectAdapter(session);
      const end = (how: 'commit' | 'rollback') => {
        decision.resolve(how);
        return outcome.catch((error) => adapter.onError(error));
      };
      // With a phantom query Prisma sends no COMMIT or ROLLBACK itself; PGlite does.
      const options = { usePhantomQuery: true };
      resolve(Object.assign(adapter, { options, commit: () => end('commit'), rollback: () => end('rollback') }));
      if ((await decision.promise) === 'rollback') await session.rollback();
    });
    outcome.catch(reject);
  });
}

/** Bytes that the largest transaction may write beside new segments of the write-ahead log. */
const LARGEST_TRANSACTION = 8 * 2 ** 20;
/** Segments of the write-ahead log that a transaction may begin. */
const NEW_SEGMENTS = 2;
/** Writes are accepted again at this multiple of the reserve, so that the state doesn't change with every write. */
const ENOUGH_AGAIN = 1.25;

const GONE = 'its directory was deleted or unmounted';

/** Bytes of free space below which writes are refused. */
export const reserveFor = (segmentBytes: number) => LARGEST_TRANSACTION + NEW_SEGMENTS * segmentBytes;

/**
 * The client with a check of the disk before each statement and transaction, because PostgreSQL in WebAssembly never returns
 * from a failed write to its log. Below the reserve PostgreSQL itself refuses writes (SQLSTATE 25006) and reads go on; without
 * the directory every call fails as unreachable.
 */
export function guardDisk(
  client: PGlite,
  { directory, reserve, logger }: { directory: DataDirectory; reserve: number; logger: DatabaseLog | undefined },
): EmbeddedClient {
  let readOnly = false;

  async function checkDisk(): Promise<void> {
    const free = directory.freeBytes();
    if (free === undefined) throw new DriverAdapterError({ kind: 'DatabaseNotReachable', originalMessage: GONE });
    const isFull = free < (readOnly ? reserve * ENOUGH_AGAIN : reserve);
    if (isFull === readOnly) return;
    readOnly = isFull;
    logger?.warn(
      {
        'file.directory': directory.path,
        'owner_api.disk_free': inMegabytes(free),
        'owner_api.disk_reserve': inMegabytes(reserve),
      },
      isFull ? 'disk almost full, writes are refused' : 'space on the disk again, writes are accepted',
    );
    await client.exec(`SET default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
  }

  return {
    query: (...args) => checkDisk().then(() => client.query(...args)),
    exec: (...args) => client.exec(...args),
    transaction: (...args) => checkDisk().then(() => client.transaction(...args)),
  };
}
