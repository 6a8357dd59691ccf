// The Prisma driver adapter of PGlite, in which a failed commit is an error and a script is awaited.
import type { Transaction as EmbeddedTransaction, PGlite } from '@electric-sql/pglite';
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

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
