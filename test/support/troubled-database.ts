// A PostgreSQL database in trouble: behind a proxy that a test takes down, silences, or slows down.
import { afterEach, beforeEach } from 'vitest';
import type { DatabaseLog } from '../../src/database/connection.ts';
import type { Database } from '../../src/database/db.ts';
import { freshPostgres } from './database.ts';
import { openPostgres } from './open-postgres.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface Troubled {
  /** The server's URL, around the proxy. */
  serverUrl: string;
  proxy: TcpProxy;
  database: Database;
}

/** One for each test of a file; `parameters` are those of the URL. */
export function troubledDatabase(parameters = '', logger?: DatabaseLog): Troubled {
  const troubled = {} as Troubled;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const server = await freshPostgres();
    const proxy = await startTcpProxy(server.url);
    const database = await openPostgres(proxy.url + parameters, { logger });
    ({ drop } = server);
    Object.assign(troubled, { serverUrl: server.url, proxy, database });
  });
  afterEach(async () => {
    await troubled.database.close();
    await troubled.proxy.close();
    await drop();
  });
  return troubled;
}

/** How a call failed; undefined if it didn't. */
export const failureOf = (call: PromiseLike<unknown>): PromiseLike<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
