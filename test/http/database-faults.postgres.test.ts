// If the database is down, silent, locked or slow, every request is answered in time, done or 503, the log says why
// once (D51), and everything recovers.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { withDeadline } from '../../src/request-scope.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { type LogLine, recordedLog, silentLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { connectedClient } from '../support/pg-client.ts';
import { troubledDatabase } from '../support/troubled-database.ts';
import { burst, ITEMS, requestsOf, wellOf, writesOf } from './every-request.ts';

const troubled = troubledDatabase('', silentLog());
let app: TestApp;
let id: number;
/** A session that bypasses the proxy, to cause trouble. */
let other: pg.Client;
let logged: () => LogLine[];
const probe = { reachable: async (urls: readonly string[]) => urls.map(() => true) };
beforeEach(async () => {
  const log = recordedLog('trace');
  ({ logged } = log);
  const { database, serverUrl } = troubled;
  app = await createTestApp({ database, logger: log.logger, imageProbe: probe });
  id = (await app.product()).id;
  other = await connectedClient(serverUrl, 'psql');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await troubled.proxy.back();
  await other.end();
  await app.close();
});

const read = (token = app.owner.token) => app.readProduct(id, { token });

type Named = Answer & { readonly name: string };

/** This many responses to each kind of request. */
const responses = (times: number): Promise<Named[]> =>
  burst(
    { ...requestsOf(app, id), 'an unknown token': () => read(createTokenValue('test')) },
    times,
  );

function expectUnavailable({ name, status, headers, body }: Named): void {
  expect(status, name).toBe(503);
  expect(headers.get('x-api-version'), name).toBe(NEWEST_VERSION);
  expect(Number(headers.get('retry-after')), name).toBeGreaterThanOrEqual(1);
  const message = 'Service temporarily unavailable';
  if (name === 'query' || name === 'mutation')
    expect(body.errors, name).toMatchObject([
      { message, extensions: { code: 'UNAVAILABLE' } },
    ]);
  else if (name !== 'readyz') expect(body, name).toEqual({ error: message });
}

async function expectOutage(): Promise<void> {
  for (const answer of await responses(4)) expectUnavailable(answer);
  // Health checks still succeed.
  expect((await app.call('/healthz', {})).status).toBe(200);
  expect((await app.call('/nowhere', {})).status).toBe(404);
  expect((await read('nonsense')).status).toBe(401);
}

const isWell = ({ name, status }: Named) => status === wellOf(name);
const isWellOr503 = (answer: Named) => isWell(answer) || answer.status === 503;

/** The default `connection_limit`. */
const CONNECTIONS_OF_NODE = 10;
const SESSIONS = `SELECT state FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Everything works, nothing waits or is locked, and the server has no more connections than the node may open. */
async function expectRecovery(): Promise<void> {
  await troubled.proxy.back();
  await expect.poll(async () => (await responses(2)).every(isWell)).toBe(true);
  expect((await responses(4)).filter((answer) => !isWell(answer))).toEqual([]);
  const { pool } = app.database;
  await vi.waitFor(async () => {
    expect(pool).toMatchObject({ waitingCount: 0, idleCount: pool?.totalCount });
    const { rows } = await other.query(SESSIONS);
    expect(rows.length).toBeLessThanOrEqual(CONNECTIONS_OF_NODE);
    expect(rows).toEqual(rows.map(() => ({ state: 'idle' })));
  }, EVENTUALLY);
}

const causes = () => logged().filter(({ msg }) => msg.startsWith('503: '));

const expectCause = (fields: object) =>
  expect.poll(causes).toContainEqual(expect.objectContaining({ level: 'warn', ...fields }));

test('when it is down, everything that needs it returns 503 without a logged stack, and recovers quickly', async () => {
  await responses(2);
  await troubled.proxy.down();
  await expectOutage();
  expect((await read()).status).toBe(503);
  expect((await createVisitor(app).open('/sign-in/link?key=x')).status).toBe(503);
  await expectCause({
    msg: '503: no connection to the database',
    'error.type': 'no_connection',
    'exception.message': expect.stringMatching(
      /^no server is listening there\. .*DATABASE_URL/,
    ),
    'owner_api.requests': 1,
  });
  const others = logged().filter(({ msg }) => !msg.includes('usage not written'));
  expect(JSON.stringify(others)).not.toMatch(/stacktrace|node_modules/);
  await expectRecovery();
});

test('when it accepts connections but falls silent, the same applies to open connections and to new ones', async () => {
  await responses(2);
  troubled.proxy.silence();
  await expectOutage();
  await expectOutage();
  await expectCause({ 'error.type': 'silent' });
  await expectRecovery();
});

test("with a locked table, writes return 503 and aren't done", async () => {
  const before = await app.db.product.count();
  await other.query('BEGIN');
  await other.query('LOCK TABLE products IN SHARE ROW EXCLUSIVE MODE');
  for (const answer of await burst(writesOf(app, id))) expectUnavailable(answer);
  expect((await read()).status).toBe(200);
  await expectCause({ 'error.type': 'table_locked' });
  await other.query('ROLLBACK');
  expect(await app.db.product.count()).toBe(before);
  await expectRecovery();
});

const NO_SPACE = 'could not extend file "pg_tblspc/1/2": No space left on device';

test('with a full disk, as PostgreSQL reports it for one tablespace, creates return 503', async () => {
  await other.query(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION '${NO_SPACE}' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON products FOR EACH STATEMENT EXECUTE FUNCTION full_disk()`);
  expect((await writesOf(app, id)['POST /product']()).status).toBe(503);
  await expectCause({ 'error.type': 'disk_full', 'exception.message': NO_SPACE });
});

test('too much work by one user, and work that takes too long; every 503 is counted', async () => {
  const probed = vi.spyOn(probe, 'reachable').mockReturnValue(new Promise(() => {}));
  const images = [{ src: 'https://images.example.com/a.webp' }];
  const product = { title: 'Tent', rent: 1, sku: 's', images };
  const requests = (count: number) => () =>
    Promise.all(Array.from({ length: count }, () => app.createProduct(product)));
  // As many as one user may have in work, then others; the surrounding deadlines are earlier than theirs.
  const first = withDeadline(1_500, requests(32));
  await expect.poll(() => probed).toHaveBeenCalledTimes(32);
  const others = await withDeadline(200, requests(8));
  const statuses = [...others, ...(await first)].map(({ status }) => status);
  expect(statuses).toEqual(Array(40).fill(503));
  await app.app.close();
  const types = causes().map((line) => [line.msg, line['error.type']]);
  expect(types).toContainEqual([
    '503: a user has too many concurrent requests',
    'user_slots',
  ]);
  expect(types).toContainEqual(['503: a request ran out of time', 'deadline']);
  expect(causes().reduce((sum, line) => sum + line['owner_api.requests'], 0)).toBe(40);
});

test('a simulated 503 has no cause (D47)', async () => {
  await app.readProduct(1, { headers: { Prefer: 'code=503' } });
  await app.app.close();
  expect(causes()).toEqual([]);
});

test('the server closes every connection repeatedly: no request returns 500', async () => {
  let ending = true;
  const ended = (async () => {
    while (ending) {
      await other.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
      await delay(30);
    }
  })();
  for (let times = 0; times < 8; times++)
    expect((await responses(3)).filter((answer) => !isWellOr503(answer))).toEqual([]);
  ending = false;
  await ended;
  await expectRecovery();
});

/** Bundles that lack some of their items. */
async function halfBundles(): Promise<unknown[]> {
  const bundles = { where: { type: 'BUNDLE' }, include: { items: true } } as const;
  const found = await app.db.product.findMany(bundles);
  return found.filter(({ items }) => items.length !== ITEMS);
}

test.each([1_000, 2_500])(
  'with round trips of %d ms, requests succeed or return 503, bundles are complete, and a read takes two',
  async (roundTrip) => {
    // Connections are opened before the latency begins, as after a normal start.
    await responses(1);
    troubled.proxy.slowDown(roundTrip);
    if (roundTrip === 1_000) expect((await read()).status).toBe(200);
    expect((await responses(2)).filter((answer) => !isWellOr503(answer))).toEqual([]);
    await troubled.proxy.back();
    await expect.poll(halfBundles).toEqual([]);
    await expect.poll(async () => (await read()).status).toBe(200);
  },
);
