// The Prisma driver adapter of PGlite: a failed commit is an error, a script is awaited, and writes end before the disk is full.
import type { Transaction as EmbeddedTransaction, PGlite } from '@electric-sql/pglite';
import {
  DriverAdapterError,
  type IsolationLevel,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseLog } from '../connection.ts';
import { type DataDirectory, inMegabytes } from './data-directory.ts';

/** `onError` converts an error of PGlite; the types of pglite-prisma-adapter don't declare it. */
type LibraryAdapter = SqlDriverAdapter & { onError(error: unknown): never };

export function embeddedAdapterFactory(client: PGlite): SqlDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPGlite(client);
  return { provider, adapterName, connect: () => embeddedAdapter(client) };
}

/**
 * PrismaPGlite with two methods replaced. Its own `executeScript` doesn't wait; its own transactions ignore a failed commit,
 * don't await their rollback, and set the isolation level before they begin.
 */
async function embeddedAdapter(client: PGlite): Promise<SqlDriverAdapter> {
  const adapter = await connectAdapter(client);
  return Object.assign(adapter, {
    async executeScript(script: string) {
      await client.exec(script).catch((error) => adapter.onError(error));
    },
    startTransaction: (level?: IsolationLevel) =>
      startTransaction(client, level).catch((error) => adapter.onError(error)),
  });
}

/** `transaction()` of PGlite holds its one connection until the callback ends, at Prisma's commit or rollback. */
function startTransaction(client: PGlite, level: IsolationLevel | undefined): Promise<Transaction> {
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

/** The adapter of a connection or a transaction; it calls only their `query()`. */
async function connectAdapter(session: PGlite | EmbeddedTransaction): Promise<LibraryAdapter> {
  return (await new PrismaPGlite(session as PGlite).connect()) as LibraryAdapter;
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
 * The factory with a check of the disk before each statement and transaction, because PostgreSQL in WebAssembly never returns
 * from a failed write to its log. Below the reserve PostgreSQL itself refuses writes (SQLSTATE 25006) and reads go on; without
 * the directory every call fails as unreachable.
 */
export function guardDisk(
  factory: SqlDriverAdapterFactory,
  client: PGlite,
  { directory, reserve, logger }: { directory: DataDirectory; reserve: number; logger: DatabaseLog | undefined },
): SqlDriverAdapterFactory {
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

  function guarded(adapter: SqlDriverAdapter): SqlDriverAdapter {
    const { queryRaw, executeRaw, startTransaction } = adapter;
    return Object.assign(adapter, {
      queryRaw: (...args) => checkDisk().then(() => queryRaw.apply(adapter, args)),
      executeRaw: (...args) => checkDisk().then(() => executeRaw.apply(adapter, args)),
      startTransaction: (...args) => checkDisk().then(() => startTransaction.apply(adapter, args)),
    } satisfies Partial<SqlDriverAdapter>);
  }

  return { ...factory, connect: async () => guarded(await factory.connect()) };
}
