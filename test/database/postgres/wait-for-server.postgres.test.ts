// A start waits for a server that is down, silent, starting up or a standby, and opens the database once it can.
import { expect, onTestFinished, test, vi } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { outageOf } from '../../../src/database/database-errors.ts';
import { STANDBY } from '../../../src/database/outages.ts';
import { Connection } from '../../../src/database/pool.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { prepareDatabase } from '../../../src/process/prepare-database.ts';
import { freshPostgres, postgresUrl } from '../../support/database.ts';
import { silentLog } from '../../support/log.ts';
import { openingPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';

test.each([
  ['refuses connections', 'down', /: no server is listening there\. /],
  ['is silent', 'silence', /: no connection yet$/],
] as const)('reports a server that %s, and waits until it comes back', async (...row) => {
  const [, fail, told] = row;
  const proxy = await startTcpProxy(await postgresUrl());
  onTestFinished(proxy.close);
  await proxy[fail]();
  const { line, opened } = openingPostgres(proxy.url);
  expect(await line).toMatch(told);
  await proxy.back();
  const database = await opened;
  expect(await database.db.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await database.close();
});

/** The URL of a database that responds like a server in recovery. */
async function standbyUrl() {
  const url = await postgresUrl();
  const sql = (statement: string) => rowsAt(url, statement);
  await sql('ALTER FUNCTION pg_catalog.pg_is_in_recovery() RENAME TO as_before');
  await sql(
    `CREATE FUNCTION pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'`,
  );
  return url;
}

test('names a standby as one, and waits for it', async () => {
  const url = await standbyUrl();
  const { line, opened } = openingPostgres(url, 1);
  expect(await line).toContain(': it is a standby in recovery, which accepts no writes. ');
  await expect(opened).rejects.toThrow('it is a standby in recovery');
});

test('closes the session of a migration whose settings fail', async () => {
  const url = await standbyUrl();
  await expect(openPostgresSession(() => url)).rejects.toThrow(STANDBY);
  const others = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;
  await expect.poll(() => rowsAt(url, others)).toEqual([]);
});

test('a session fails after a minute if a server accepts it and then is silent', async () => {
  const proxy = await startTcpProxy(await postgresUrl());
  onTestFinished(proxy.close);
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const { connect } = Connection.prototype;
  vi.spyOn(Connection.prototype, 'connect').mockImplementationOnce(async function (
    this: Connection,
  ) {
    await new Promise((resolve) => connect.call(this, resolve));
    proxy.silence();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    // Its first statement is sent before.
    setImmediate(() => vi.advanceTimersByTime(60_000));
  });
  const opening = openPostgresSession(() => proxy.url);
  await expect(opening).rejects.toSatisfy((error) => outageOf(error) === 'silent');
});

/** A database, and its URL for a role that owns it and may have one connection. */
async function withOneConnection() {
  const { url: serverUrl, drop } = await freshPostgres();
  const sql = (statement: string) => rowsAt(serverUrl, statement);
  const name = new URL(serverUrl).pathname.slice(1);
  const role = `few_${name}`;
  await sql(`CREATE ROLE ${role} LOGIN PASSWORD 'few' CONNECTION LIMIT 1`);
  await sql(`ALTER DATABASE ${name} OWNER TO ${role}`);
  for (const objects of ['TABLES', 'SEQUENCES'])
    await sql(`GRANT ALL ON ALL ${objects} IN SCHEMA public TO ${role}`);
  const at = (parts: object) => Object.assign(new URL(serverUrl), parts).href;
  onTestFinished(async () => {
    await drop();
    await rowsAt(at({ pathname: '/postgres' }), `DROP ROLE ${role}`);
  });
  return { sql, url: at({ username: role, password: 'few' }) };
}

test('a start needs one connection', async () => {
  const { url } = await withOneConnection();
  const { database } = await prepareDatabase(parseConfig({ DATABASE_URL: url }), silentLog());
  expect(await database.db.user.count()).toBeGreaterThan(0);
  await database.close();
});

test('waits for a connection while all are in use, also to apply a migration', async () => {
  const { url, sql } = await withOneConnection();
  await sql(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT min(migration_name) FROM _prisma_migrations)',
  );
  const other = await connectedClient(url);
  // In less time than an unused connection stays open.
  const { line, opened } = openingPostgres(url, 30);
  expect(await line).toContain('too many connections');
  await other.end();
  await expect(opened).rejects.toThrow(/migration.*already exists|must be owner/);
});
