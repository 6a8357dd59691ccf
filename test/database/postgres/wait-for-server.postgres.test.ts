// A start waits for a server that is down, silent, starting up or a standby, and opens the database once it can.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

let server: FreshPostgres;
beforeEach(async () => {
  server = await freshPostgres();
});
afterEach(() => server.drop());

/** Opens the database; `line` resolves with the first line of the wait. */
function opening(url: string, databaseWaitSeconds = 60) {
  const line = Promise.withResolvers<string>();
  const logger = { info: vi.fn(), warn: (_: object, message: string) => line.resolve(message) };
  const opened = openPostgres(url, { databaseWaitSeconds, logger });
  opened.catch(line.reject);
  return { line: line.promise, opened };
}

test('waits for a server that refuses connections until it comes back', async () => {
  const proxy = await startTcpProxy(server.directUrl);
  await proxy.down();
  const { line, opened } = opening(proxy.url);
  expect(await line).toContain(': no server is listening there. ');
  await proxy.back();
  const database = await opened;
  expect(await database.db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await database.close();
  await proxy.close();
});

test('reports a silent server, and waits for it', async () => {
  const proxy = await startTcpProxy(server.directUrl);
  proxy.silence();
  const { line, opened } = opening(proxy.url);
  expect(await line).toMatch(/: no connection yet$/);
  await proxy.back();
  await (await opened).close();
  await proxy.close();
});

test('names a standby as one, and waits for it', async () => {
  const name = new URL(server.directUrl).pathname.slice(1);
  const { db, close } = await openPostgres(server.directUrl);
  // The response of a server in recovery.
  await db.$executeRaw`CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`;
  await db.$executeRawUnsafe(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
  await close();
  const { line, opened } = opening(server.directUrl, 1);
  expect(await line).toContain(': it is a standby in recovery, which accepts no writes. ');
  await expect(opened).rejects.toThrow('it is a standby in recovery');
});
