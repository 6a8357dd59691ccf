// The settings of connections, also through a pooler: session mode works at its defaults, other modes are rejected
// (D52).

import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPools } from '../../../src/database/postgres/pools.ts';
import { openPostgresSession } from '../../../src/database/postgres/postgres.ts';
import { DEMO_IDS } from '../../../src/demo/demo-data.ts';
import { serveTestApp } from '../../http/served-app.ts';
import { postgresService } from '../../process/postgres-service.ts';
import { runCommand } from '../../process/service.ts';
import { callsAt } from '../../support/app.ts';
import { postgresUrl } from '../../support/database.ts';
import { recordedLog, silentLog } from '../../support/log.ts';
import { openingPostgres, openPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';
import { type PoolerOptions, startPooler } from '../../support/pooler.ts';

let serverUrl: string;
beforeEach(async () => {
  serverUrl = await postgresUrl();
});

async function poolerOf(options?: PoolerOptions) {
  const pooler = await startPooler(serverUrl, options);
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
  const name = new URL(serverUrl).pathname.slice(1);
  for (const setting of [
    "default_transaction_isolation = 'serializable'",
    'jit = on',
    "DateStyle = 'SQL, DMY'",
    'idle_in_transaction_session_timeout = 300',
    'idle_session_timeout = 300',
    "TimeZone = 'America/St_Johns'",
  ])
    await rowsAt(serverUrl, `ALTER DATABASE ${name} SET ${setting}`);
  return serverUrl;
}

test.each([
  ['a pooler that rejects start-up parameters', () => poolerUrl({ others: 'rejected' })],
  ['a pooler that ignores them', () => poolerUrl({ others: 'ignored' })],
  ['other defaults of the database', withOtherDefaults],
  ['options in the URL', async () => `${serverUrl}?options=-c%20jit%3Don`],
])('with %s, each connection has its settings', async (_, urlOf) => {
  const url = await urlOf();
  const { db, close } = await openPostgres(url);
  const session = await openPostgresSession(() => url);
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
  expect(await settingsOf(session.client.query(SETTINGS).then(({ rows }) => rows))).toEqual({
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
  const { db, close } = await openPostgres(`${serverUrl}?options=-c%20work_mem%3D5MB`);
  expect(await db.$queryRaw`SHOW work_mem`).toEqual([{ work_mem: '5MB' }]);
  await close();
});

test('an update that waits for a row is 503 and not done later, through a pooler that ignores start-up parameters', async () => {
  const service = await postgresService({
    DATABASE_URL: await poolerUrl({ others: 'ignored' }),
  });
  const other = await connectedClient(serverUrl);
  await other.query('BEGIN');
  const id = DEMO_IDS.products.tent;
  await other.query(`SELECT FROM products WHERE id = ${id} FOR UPDATE`);
  const { status } = await callsAt(service).updateProduct(id, { title: 'Late' });
  expect(status).toBe(503);
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(() => rowsAt(serverUrl, waiting)).toEqual([]);
  await other.query('ROLLBACK');
  await other.end();
  const late = `SELECT FROM products WHERE title = 'Late'`;
  expect(await rowsAt(serverUrl, late)).toEqual([]);
});

const transactionPooler = () => poolerUrl({ mode: 'transaction', others: 'ignored' });
const TRANSACTION_MODE =
  /can't work through a pooler in transaction mode.*Use session mode, or connect to the server itself\.$/;
const withSetting = (setting: string) => async () =>
  `${serverUrl}?options=${encodeURIComponent(`-c ${setting}`)}`;

test.each<[name: string, urlOf: () => Promise<string>, line: RegExp, command?: string]>([
  ['a start through a pooler in transaction mode', transactionPooler, TRANSACTION_MODE],
  [
    'a command through a pooler in transaction mode',
    transactionPooler,
    TRANSACTION_MODE,
    'src/command.js user list',
  ],
  [
    'a start with ?pgbouncer=true, which promises a mode that does not work,',
    async () => `${serverUrl}?pgbouncer=true`,
    /DATABASE_URL: must not have the parameter pgbouncer: /,
  ],
  [
    'a start with an unknown setting in its URL',
    withSetting('owner_api=1'),
    /"owner_api"\. Correct DATABASE_URL, /,
  ],
  [
    'a start with an invalid setting in its URL',
    withSetting('jit=maybe'),
    /"jit" .*\. Correct DATABASE_URL, /,
  ],
  [
    'a start with a parameter of its URL that a pooler rejects',
    async () => `${await poolerUrl()}?options=-c%20jit%3Don`,
    /: unsupported startup parameter: options\. Remove it from DATABASE_URL .* ignore_startup_parameters /,
  ],
])(
  '%s ends at once, and says what to do',
  async (_, urlOf, told, command = 'src/start.js') => {
    const [script = '', ...args] = command.split(' ');
    const variables = { DATABASE_URL: await urlOf(), PORT: '0' };
    const { code, stderr } = await runCommand(script, args, variables);
    const line = stderr.trim().split('\n').at(-1) ?? '';
    expect(line.startsWith('{') ? JSON.parse(line).msg : line).toMatch(told);
    expect(code).toBe(1);
  },
);

test('a check of the settings that fails keeps no connection, so that the next one can be made', async () => {
  const url = await transactionPooler();
  const pools = openPools(() => url);
  await expect(pools.requireSessions()).rejects.toThrow(/transaction mode/);
  expect(pools.counts().active).toBe(0);
  await pools.close();
});

/** With a code that poolers, proxies and services use, and one that nobody does. */
const REJECTIONS = [
  ['XX000', 'MaxClientsInSessionMode: max clients reached'],
  ['ZZ999', 'not today'],
] as const;

test.each(REJECTIONS)(
  'while connections are rejected with %s, requests return 503 with Retry-After, the log says why, and a start waits (D52)',
  async (code, message) => {
    const pooler = await poolerOf();
    const { logger, logged } = recordedLog();
    const database = await openPostgres(pooler.url, { logger: silentLog() });
    const app = await serveTestApp({ database, logger });
    onTestFinished(app.close);
    const { readProduct, updateProduct, call } = callsAt({ ...app, token: app.owner.token });
    const answers = async () =>
      (await Promise.all([readProduct(1), updateProduct(1, {}), call('/readyz', {})])).map(
        ({ status, headers }) => [status, headers.get('retry-after')],
      );
    pooler.reject(code, message);
    await expect.poll(answers).toEqual(Array(3).fill([503, '2']));
    await expect.poll(logged).toContainEqual(
      expect.objectContaining({
        'error.type': 'no_connection',
        'exception.message': `${message}. See the log of the server, or of the proxy in front of it.`,
      }),
    );
    const { line, opened } = openingPostgres(pooler.url);
    expect(await line).toContain(message);
    pooler.accept();
    await (await opened).close();
    await expect.poll(answers).toEqual([404, 404, 200].map((status) => [status, null]));
  },
);
