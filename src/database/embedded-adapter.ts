// The driver adapter of the embedded database, where a commit that failed is an error and a script is awaited.
import { type Transaction as EmbeddedTransaction, PGlite } from '@electric-sql/pglite';
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';

/** The library's own conversion of what PGlite throws, which its types keep to themselves. */
type LibraryAdapter = SqlDriverAdapter & { onError(error: unknown): never };

export function embeddedAdapterFactory(client: PGlite): SqlMigrationAwareDriverAdapterFactory {
  const { provider, adapterName } = new PrismaPGlite(client);
  return {
    provider,
    adapterName,
    connect: () => embeddedAdapter(client),
    async connectToShadowDb() {
      const shadow = new PGlite();
      return Object.assign(await embeddedAdapter(shadow), { dispose: () => shadow.close() });
    },
  };
}

/**
 * The library's adapter with two methods replaced: it doesn't wait for a script, and its transactions swallow a failing
 * commit, run a rollback that nobody awaits and set the isolation level before they begin.
 */
async function embeddedAdapter(client: PGlite): Promise<SqlDriverAdapter> {
  const adapter = await adapterOf(client);
  return Object.assign(adapter, {
    async executeScript(script: string) {
      await client.exec(script).catch((error) => adapter.onError(error));
    },
    startTransaction: (level?: IsolationLevel) =>
      startTransaction(client, level).catch((error) => adapter.onError(error)),
  });
}

/** PGlite's transaction() holds its one connection until the callback ends; Prisma says when that is. */
function startTransaction(client: PGlite, level: IsolationLevel | undefined): Promise<Transaction> {
  return new Promise((resolve, reject) => {
    const decision = Promise.withResolvers<'commit' | 'rollback'>();
    const outcome = client.transaction(async (session) => {
      if (level) await session.exec(`SET TRANSACTION ISOLATION LEVEL ${level}`);
      const adapter = await adapterOf(session);
      const end = (how: 'commit' | 'rollback') => {
        decision.resolve(how);
        return outcome.catch((error) => adapter.onError(error));
      };
      // The client is told that commit and rollback are the driver's affair, so that it sends no such query itself.
      const options = { usePhantomQuery: true };
      resolve(Object.assign(adapter, { options, commit: () => end('commit'), rollback: () => end('rollback') }));
      if ((await decision.promise) === 'rollback') await session.rollback();
    });
    outcome.catch(reject);
  });
}

/** A connection or a transaction as the library's adapter, which only ever calls its query(). */
async function adapterOf(session: PGlite | EmbeddedTransaction): Promise<LibraryAdapter> {
  return (await new PrismaPGlite(session as PGlite).connect()) as LibraryAdapter;
}
