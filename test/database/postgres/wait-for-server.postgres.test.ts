// A start waits for a server that is down, silent, starting up or a standby, and opens the database once it can.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { prepareDatabase } from '../../../src/process/prepare-database.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { silentLog } from '../../support/log.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

let server: FreshPostgres;
beforeEach(async () => {
  server = await freshPostgres();
});
afterEach(() => server.drop());

/** Opens the database; `line` resolves with the first line of the wait. */
function opening(url: string, databaseWaitSeconds = 60) {
  const line = Promise.withResolvers<string>();
  const logger = {
    info: vi.fn(),
    warn: (_: object, message: string) => line.resolve(message),
  };
  const opened = openPostgres(url, { databaseWaitSeconds, logger });
  opened.catch(line.reject);
  return { line: line.promise, opened };
}

test('waits for a server that refuses connections until it comes back', async () => {
  const proxy = await startTcpProxy(server.url);
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
  const proxy = await startTcpProxy(server.url);
  proxy.silence();
  const { line, opened } = opening(proxy.url);
  expect(await line).toMatch(/: no connection yet$/);
  await proxy.back();
  await (await opened).close();
  await proxy.close();
});

test('names a standby as one, and waits for it', async () => {
  // The response of a server in recovery, in this database alone.
  await rowsAt(
    server.url,
    'ALTER FUNCTION pg_catalog.pg_is_in_recovery() RENAME TO as_before',
  );
  await rowsAt(
    server.url,
    `CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
  );
  const { line, opened } = opening(server.url, 1);
  expect(await line).toContain(': it is a standby in recovery, which accepts no writes. ');
  await expect(opened).rejects.toThrow('it is a standby in recovery');
});

/** The URL of the database for a role that owns it and may have one connection. */
async function asRoleWithOneConnection() {
  const name = new URL(server.url).pathname.slice(1);
  const role = `few_${name}`;
  await rowsAt(server.url, `CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1`);
  await rowsAt(server.url, `ALTER DATABASE ${name} OWNER TO ${role}`);
  await rowsAt(server.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  await rowsAt(server.url, `GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
  const elsewhere = new URL(server.url);
  elsewhere.pathname = '/postgres';
  // After its database is dropped.
  onTestFinished(async () => void (await rowsAt(elsewhere.href, `DROP ROLE ${role}`)));
  const url = new URL(server.url);
  url.username = role;
  url.password = 'few';
  return url.href;
}

test('a start needs one connection', async () => {
  const url = await asRoleWithOneConnection();
  const { database } = await prepareDatabase(parseConfig({ DATABASE_URL: url }), silentLog());
  expect(await database.db.user.count()).toBeGreaterThan(0);
  await database.close();
});

test('waits for a connection while all are in use, also to apply a migration', async () => {
  const url = await asRoleWithOneConnection();
  await rowsAt(
    server.url,
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  );
  const other = await connectedClient(url);
  const { line, opened } = opening(url);
  expect(await line).toContain('too many connections');
  await other.end();
  await expect(opened).rejects.toThrow(/migration.*already exists|must be owner/);
});
