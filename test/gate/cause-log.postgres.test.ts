// The log says why requests are answered 503 (D51): the cause once in ten seconds with a count, and no stack for each request.
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { withDeadline } from '../../src/database/request-scope.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { recordedLog } from '../support/log.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let server: Awaited<ReturnType<typeof freshPostgres>>;
let proxy: TcpProxy;
let app: TestApp;
let other: pg.Client;
let lines: string[];
const probe = { reachable: async (urls: readonly string[]) => urls.map(() => true) };
beforeEach(async () => {
  server = await freshPostgres();
  proxy = await startTcpProxy(server.url);
  const log = recordedLog('trace');
  ({ lines } = log);
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', logger: { info() {}, warn() {} } });
  app = await createTestApp({ database, logger: log.logger, imageProbe: probe });
  other = new pg.Client({ connectionString: server.directUrl, application_name: 'psql' });
  other.on('error', () => {});
  await other.connect();
  lines.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await proxy.back();
  await other.end();
  await app.close();
  await proxy.close();
  await server.drop();
});

const causes = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('503: '));
const WARN = 'warn';
const ERROR = 'error';
const product = { title: 'Tent', rent: 1, sku: 's' };
const create = () => app.rest('POST', '/product', { product });

/** So many requests, each answered 503. */
async function refused(times: number, request: () => Promise<{ status: number }>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: times }, request));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
}

const theCause = () => vi.waitFor(() => expect(causes()).toHaveLength(1), EVENTUALLY).then(() => causes()[0]);

test('no connection: one line for all requests of both surfaces, the dashboard and /readyz', async () => {
  await proxy.down();
  await refused(10, () => app.rest('GET', '/product/1'));
  await refused(10, () => app.graphql('{ product(id: 1) { id } }'));
  await refused(1, () => app.call('/readyz', {}));
  const visitor = createVisitor(app);
  await refused(1, () => visitor.signIn('a@example.com'));
  expect(causes()).toMatchObject([
    {
      level: WARN,
      msg: '503: no connection to the database',
      'error.type': 'no_connection',
      'exception.message': expect.stringMatching(/^no server listens there\. .*DATABASE_URL/),
      'owner_api.requests': 1,
    },
  ]);
  const others = lines.filter((line) => !line.includes('usage not written'));
  expect(others.join('')).not.toMatch(/stacktrace|node_modules/);
  await app.app.close();
  expect(causes().at(-1)).toMatchObject({ 'error.type': 'no_connection', 'owner_api.requests': 21 });
  expect(causes()).toHaveLength(2);
});

test('a server that has fallen silent', async () => {
  await app.rest('GET', '/product/1');
  proxy.silence();
  await refused(5, () => app.rest('GET', '/product/1'));
  expect(await theCause()).toMatchObject({ level: WARN, 'error.type': 'silent' });
});

test('a locked table, with the table and who holds it: process, application, role, age, first words without a value', async () => {
  await other.query('BEGIN');
  await other.query("LOCK TABLE products IN SHARE MODE; SELECT 'secret'");
  const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
  await other.query("SELECT 'secret' AS a, count(*) FROM products");
  await refused(3, create);
  expect(await theCause()).toMatchObject({
    level: WARN,
    msg: '503: a table is locked',
    'error.type': 'table_locked',
    'owner_api.table': 'products',
    'owner_api.held_by': expect.stringMatching(
      new RegExp(`^process ${rows[0].pid} \\(psql, role postgres\\) for \\d+ s: SELECT …$`),
    ),
  });
});

test('a locked row: the session that is idle in its transaction', async () => {
  const { id } = await app.product();
  await other.query('BEGIN');
  await other.query('UPDATE products SET title = title WHERE id = $1', [id]);
  await refused(2, () => app.rest('PUT', `/product/${id}`, { product: { title: 'b' } }));
  expect(await theCause()).toMatchObject({
    'error.type': 'table_locked',
    'owner_api.table': expect.stringContaining('products'),
    'owner_api.held_by': expect.stringMatching(
      /\(psql, role postgres\) for \d+ s: UPDATE products SET title = title …$/,
    ),
  });
});

test('a statement that waits for a migration that waits for a reader: both are named', async () => {
  const migrating = new pg.Client({ connectionString: server.directUrl, application_name: 'migration' });
  await migrating.connect();
  await other.query('BEGIN');
  await other.query('SELECT count(*) FROM products');
  const altering = migrating.query('ALTER TABLE products ADD COLUMN more text');
  await vi.waitFor(async () => {
    const { rows } = await other.query("SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'");
    expect(rows).toHaveLength(1);
  }, EVENTUALLY);
  await refused(2, create);
  expect(await theCause()).toMatchObject({
    'owner_api.table': expect.stringContaining('products'),
    'owner_api.held_by': expect.stringMatching(
      /\(migration, role postgres\).* ALTER TABLE products .*; process .*\(psql,/,
    ),
  });
  await other.query('ROLLBACK');
  await altering;
  await migrating.end();
});

test('a full disk, as PostgreSQL tells it of one tablespace', async () => {
  await app.db.$executeRawUnsafe(`
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'could not extend file "pg_tblspc/1/2": No space left on device' USING ERRCODE = '53100'; END $$`);
  await app.db.$executeRawUnsafe(
    'CREATE TRIGGER full_disk BEFORE INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION full_disk()',
  );
  await refused(3, create);
  expect(await theCause()).toMatchObject({
    'error.type': 'disk_full',
    'exception.message': 'could not extend file "pg_tblspc/1/2": No space left on device',
  });
});

test('the end of the ids of a table: an error that says what to do', async () => {
  await app.db.$queryRaw`SELECT setval('products_id_seq', 2147483647)`;
  await refused(5, create);
  expect(await theCause()).toMatchObject({
    level: ERROR,
    'error.type': 'ids_used_up',
    'exception.message': expect.stringMatching(/products_id_seq.*\(2147483647\)\. Let the sequence begin /),
  });
});

test('too much work of one user, and work that takes too long', async () => {
  const { promise: never } = Promise.withResolvers<boolean[]>();
  vi.spyOn(probe, 'reachable').mockReturnValue(never);
  const images = [{ src: 'https://images.example.com/a.webp' }];
  // More than a user may have in work; the deadline around them is earlier than theirs.
  await withDeadline(500, () => refused(40, () => app.rest('POST', '/product', { product: { ...product, images } })));
  await app.app.close();
  const types = causes().map((line) => [line.msg, line['error.type']]);
  expect(types).toContainEqual(['503: a user has too many requests in work', 'user_slots']);
  expect(types).toContainEqual(['503: a request had no time left', 'deadline']);
  expect(causes().reduce((sum, line) => sum + line['owner_api.requests'], 0)).toBe(40);
});

test('a rehearsed 503 has no cause (D47)', async () => {
  await app.rest('GET', '/product/1', undefined, { headers: { Prefer: 'code=503' } });
  await app.app.close();
  expect(causes()).toEqual([]);
});
