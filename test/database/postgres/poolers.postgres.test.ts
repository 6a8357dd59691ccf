// The settings of connections, also through a pooler: session mode works at its defaults, other modes are rejected
// (D52).
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPools } from '../../../src/database/postgres/pools.ts';
import { DEMO_IDS } from '../../../src/demo/demo-data.ts';
import { headerOf, headOf, serveTestApp } from '../../http/served-app.ts';
import { runCommand, startService } from '../../process/service.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { recordedLog, silentLog } from '../../support/log.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';
import { type PoolerOptions, startPooler } from '../../support/pooler.ts';

let server: FreshPostgres;
beforeEach(async () => {
  server = await freshPostgres();
});
afterEach(() => server.drop());

async function poolerOf(options?: PoolerOptions) {
  const pooler = await startPooler(server.url, options);
  onTestFinished(pooler.close);
  return pooler;
}

const poolerUrl = async (options?: PoolerOptions) => (await poolerOf(options)).url;

const SETTINGS = `
  SELECT name, setting FROM pg_settings
  WHERE name = ANY (string_to_array('statement_timeout lock_timeout idle_in_transaction_session_timeout ' ||
    'idle_session_timeout jit search_path default_transaction_isolation DateStyle TimeZone client_encoding', ' '))`;

const COMMON = {
  DateStyle: expect.stringMatching(/^ISO/),
  TimeZone: 'UTC',
  client_encoding: 'UTF8',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: '5000',
  idle_session_timeout: '0',
  jit: 'off',
  search_path: 'public',
};

/** The URL of the database, whose own settings differ from those of the service. */
async function withOtherDefaults() {
  const name = new URL(server.url).pathname.slice(1);
  for (const setting of [
    "default_transaction_isolation = 'serializable'",
    'jit = on',
    "DateStyle = 'SQL, DMY'",
    'idle_in_transaction_session_timeout = 300',
    'idle_session_timeout = 300',
    "TimeZone = 'America/St_Johns'",
  ])
    await rowsAt(server.url, `ALTER DATABASE ${name} SET ${setting}`);
  return server.url;
}

test.each([
  ['a pooler that rejects start-up parameters', () => poolerUrl({ others: 'rejected' })],
  ['a pooler that ignores them', () => poolerUrl({ others: 'ignored' })],
  ['other defaults of the database', withOtherDefaults],
  ['options in the URL', async () => `${server.url}?options=-c%20jit%3Don`],
])('with %s, each connection has its settings', async (_, urlOf) => {
  const { db, openSession, close } = await openPostgres(await urlOf());
  const session = await openSession();
  const settingsOf = async (rows: Promise<unknown>) =>
    Object.fromEntries(
      ((await rows) as { name: string; setting: string }[]).map((row) => [
        row.name,
        row.setting,
      ]),
    );
  const found = [db, db.reads, db.inserts].map((client) =>
    settingsOf(client.$queryRawUnsafe(SETTINGS)),
  );
  expect(await Promise.all(found)).toEqual([
    { ...COMMON, statement_timeout: '2000', lock_timeout: '1000' },
    { ...COMMON, statement_timeout: '1500', lock_timeout: '250' },
    { ...COMMON, statement_timeout: '1500', lock_timeout: '1000' },
  ]);
  expect(await settingsOf(session.query(SETTINGS))).toEqual({
    ...COMMON,
    statement_timeout: '0',
    lock_timeout: '600000',
    idle_in_transaction_session_timeout: '0',
  });
  await session.close();
  const createdAt = new Date('2025-03-04T23:59:59.123Z');
  const data = { name: 'Ada', email: 'ada@example.com', createdAt };
  const { id } = await db.user.create({ data });
  expect(await db.user.findUnique({ where: { id } })).toMatchObject({ createdAt });
  await close();
});

test('other settings among the options of the URL are passed on', async () => {
  const { db, close } = await openPostgres(`${server.url}?options=-c%20work_mem%3D5MB`);
  expect(await db.$queryRaw`SHOW work_mem`).toEqual([{ work_mem: '5MB' }]);
  await close();
});

test('an update that waits for a row is 503 and not done later, through a pooler that ignores start-up parameters', async () => {
  const service = await startService({
    DATABASE_URL: await poolerUrl({ others: 'ignored' }),
  });
  const other = await connectedClient(server.url);
  await other.query('BEGIN');
  const id = DEMO_IDS.products.tent;
  await other.query(`SELECT FROM products WHERE id = ${id} FOR UPDATE`);
  const { status } = await fetch(`${service.origin}/api/token-secured/product/${id}`, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${service.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ product: { title: 'Late' } }),
  });
  expect(status).toBe(503);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(() => rowsAt(server.url, waiting)).toEqual([]);
  await other.query('ROLLBACK');
  await other.end();
  const late = `SELECT FROM products WHERE title = 'Late'`;
  expect(await rowsAt(server.url, late)).toEqual([]);
  await service.stop();
});

/** The line with which a start or a command ends. */
async function lastLine(script: string, args: readonly string[], DATABASE_URL: string) {
  const { code, stderr } = await runCommand(script, args, { DATABASE_URL, PORT: '0' });
  expect(code).toBe(1);
  const line = stderr.trim().split('\n').at(-1) ?? '';
  return line.startsWith('{') ? JSON.parse(line).msg : line;
}

test.each([
  ['a start', 'src/start.js', []],
  ['a command', 'src/command.js', ['user', 'list']],
] as const)(
  '%s ends with a sentence through a pooler in transaction mode',
  async (_, script, args) => {
    const url = await poolerUrl({ mode: 'transaction', others: 'ignored' });
    expect(await lastLine(script, args, url)).toMatch(
      /can't work through a pooler in transaction mode.*Use session mode, or connect to the server itself\.$/,
    );
  },
);

test('a check of the settings that fails keeps no connection, so that the next one can be made', async () => {
  const url = await poolerUrl({ mode: 'transaction', others: 'ignored' });
  const pools = openPools(() => url);
  await expect(pools.requireSessions()).rejects.toThrow(/transaction mode/);
  expect(pools.counts().active).toBe(0);
  await pools.close();
});

test('rejects ?pgbouncer=true, which promises a mode that does not work', async () => {
  expect(await lastLine('src/start.js', [], `${server.url}?pgbouncer=true`)).toMatch(
    /DATABASE_URL: must not have the parameter pgbouncer: /,
  );
});

/** With a code that poolers, proxies and services use, and one that nobody does. */
const REJECTIONS = [
  ['XX000', 'MaxClientsInSessionMode: max clients reached'],
  ['0A000', "RDS Proxy can't do this now"],
  ['58P01', 'could not open file "global/pg_filenode.map"'],
  ['XX001', 'could not read block 0'],
  ['F0000', 'configuration file "postgresql.conf" contains errors'],
  ['ZZ999', 'not today'],
] as const;

test.each(REJECTIONS)(
  'while new connections are rejected with %s, requests return 503 with Retry-After, and the log says why (D52)',
  async (code, message) => {
    const pooler = await poolerOf();
    const { logger, logged } = recordedLog();
    const database = await openPostgres(pooler.url, { logger: silentLog() });
    const app = await serveTestApp({ database, logger });
    onTestFinished(app.close);
    const answers = () =>
      Promise.all(
        [
          app.head('GET', '/product/1'),
          app.head('PUT', '/product/1'),
          headOf('GET', '/readyz'),
        ].map((head) => app.request(`${head}\r\n`)),
      );
    pooler.reject(code, message);
    await expect
      .poll(async () =>
        (await answers()).map((one) => [one.status, headerOf(one, 'retry-after')]),
      )
      .toEqual(Array(3).fill([503, '2']));
    await expect.poll(logged).toContainEqual(
      expect.objectContaining({
        'error.type': 'no_connection',
        'exception.message': `${message}. See the log of the server, or of the proxy in front of it.`,
      }),
    );
    pooler.accept();
    await expect
      .poll(async () => (await answers()).map(({ status }) => status))
      .toEqual([404, 400, 200]);
  },
);

test.each(REJECTIONS)(
  'a start waits while connections are rejected with %s',
  async (code, message) => {
    const pooler = await poolerOf();
    pooler.reject(code, message);
    const line = Promise.withResolvers<string>();
    const logger = { info: () => {}, warn: (_: object, text: string) => line.resolve(text) };
    const opened = openPostgres(pooler.url, { databaseWaitSeconds: 60, logger });
    opened.catch(line.reject);
    expect(await line.promise).toContain(message);
    pooler.accept();
    await (await opened).close();
  },
);

test('a start ends at once if the server rejects a parameter of the URL', async () => {
  const [unknown, invalid] = ['owner_api=1', 'jit=maybe'].map(
    (setting) => `${server.url}?options=${encodeURIComponent(`-c ${setting}`)}`,
  );
  expect(await lastLine('src/start.js', [], unknown ?? '')).toMatch(
    /"owner_api"\. Correct DATABASE_URL, /,
  );
  expect(await lastLine('src/start.js', [], invalid ?? '')).toMatch(
    /"jit" .*\. Correct DATABASE_URL, /,
  );
});

test('a start ends at once if a pooler rejects a parameter of the URL, and says what to do', async () => {
  const url = `${await poolerUrl()}?options=-c%20jit%3Don`;
  expect(await lastLine('src/start.js', [], url)).toMatch(
    /: unsupported startup parameter: options\. Remove it from DATABASE_URL .* ignore_startup_parameters /,
  );
});
