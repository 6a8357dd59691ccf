// How token usage is counted and shown: what counts as failed, over several nodes, despite database failures.
import { describe, expect, test } from 'vitest';
import { dropOldRows } from '../../../src/usage/housekeeping.ts';
import { readSeries, readTotals } from '../../../src/usage/reads.ts';
import { BASE, budget, callsOf, openTestApp } from '../../support/app.ts';
import { lock } from '../../support/lock.ts';
import { otherNode, signedIn, freshToken as tokenOfOwner } from './visitor.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = await openTestApp();
const visitor = await signedIn(app);

async function totalsOf(tokenId: number, userId = app.owner.id) {
  const totals = await readTotals(app.db, userId, new Date());
  const { calls, failed, rateLimited } = totals.find(({ id }) => id === tokenId) ?? {};
  return { calls, failed, rateLimited };
}

/** A new token of the owner with its counts and its page. */
async function freshToken() {
  const fresh = await tokenOfOwner(app);
  const counts = async () => {
    await app.app.flushUsage();
    return totalsOf(fresh.tokenId);
  };
  const page = () => visitor.html(`/tokens/${fresh.tokenId}`);
  return { ...fresh, counts, page };
}

const CREATE =
  'mutation { createProduct(input: { title: "", rent: 0.001, quantity: 1 }) { success } }';

describe('a call counts as failed', () => {
  const graphql = (query: string) => (token: string) => app.graphql(query, {}, { token });
  const readTheirs = async (token: string) =>
    app.readProduct((await app.product({}, app.rival.id)).id, { token });

  test.each<[string, (token: string) => Promise<unknown>, object[]]>([
    ['not with nothing wrong', graphql('{ __typename }'), []],
    ['with 403', readTheirs, [{ operation: 'readProduct', status: 403, surface: 'REST' }]],
    [
      'with a rejected mutation with status 200',
      graphql(CREATE),
      [{ operation: 'createProduct', status: 400, surface: 'GRAPHQL' }],
    ],
    [
      'with one of two fields',
      graphql('{ a: product(id: 999999) { id } __typename }'),
      [{ operation: 'readProduct', status: 404, surface: 'GRAPHQL' }],
    ],
    [
      'with an unknown field',
      graphql('{ nothing }'),
      [{ operation: '', status: 400, surface: 'GRAPHQL' }],
    ],
    [
      'with an unusable version',
      (token) => app.readProduct(1, { token, headers: { 'service-version': '1999-01-01' } }),
      [{ status: 400, errors: [{ field: 'service-version', code: 'INVALID_FORMAT' }] }],
    ],
  ])('%s', async (_, call, failures) => {
    const { token, counts, kept } = await freshToken();
    await call(token);
    const expected = { calls: 1, failed: failures.length, rateLimited: 0 };
    expect(await counts()).toEqual(expected);
    expect(await kept()).toMatchObject(failures);
  });

  test('with 429, which also counts as rate limited; 401 belongs to no one', async () => {
    const rows = await app.db.tokenUsage.count();
    for (const nobody of [null, 'svc_test_wrong'])
      await app.readProduct(1, { token: nobody });
    await app.app.flushUsage();
    expect(await app.db.tokenUsage.count()).toBe(rows);
    const strict = otherNode(app, { throttle: budget(1) }).app;
    const { rest, graphql } = callsOf(strict, app.rival.token);
    for (const body of [{}, {}]) await rest('POST', '/product', body);
    await graphql(CREATE);
    await strict.flushUsage();
    expect(await totalsOf(app.rival.tokenId, app.rival.id)).toEqual({
      calls: 3,
      failed: 3,
      rateLimited: 2,
    });
  });
});

test('warns about a token sent in the URL, in the list and on its page', async () => {
  const { token, page } = await freshToken();
  await app.call(`${BASE}/product/1?token=${token}`, {}, { token: null });
  for (const html of [await page(), await visitor.html()])
    expect(html).toContain('Sent in a URL');
});

test("the token's page has the address and user agent of its last use (D50)", async () => {
  const { token, page } = await freshToken();
  expect(await page()).not.toContain('Last used from');
  await app.readProduct(1, { token, headers: { 'User-Agent': 'curl/8.5.0 <b>' } });
  expect(await page()).toContain(
    '<dt>Last used from</dt><dd><bdi>local</bdi>, <bdi>curl/8.5.0 &lt;b&gt;</bdi>',
  );
});

test('deletes old counters, failed requests and sessions, on several nodes at once, and keeps the others', async () => {
  const { token, tokenId, kept } = await freshToken();
  const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
  const usage = { tokenId, surface: 'GRAPHQL', calls: 1, failed: 0, rateLimited: 0 } as const;
  await app.db.tokenUsage.createMany({
    data: [0, 30, 31].map((days) => ({ ...usage, day: ago(days * DAY) })),
  });
  for (const days of [6, 8]) {
    await app.rest('GET', `/of-${days}`, undefined, { token });
    await app.app.flushUsage();
    const path = `${BASE}/of-${days}`;
    await app.db.failedRequest.updateMany({ where: { path }, data: { at: ago(days * DAY) } });
  }
  const ended = { hash: 'ended', userId: app.rival.id, method: 'link', seenAt: ago(HOUR) };
  await app.db.session.create({ data: ended });
  await Promise.all([1, 2, 3].map(() => dropOldRows(app.db)));
  const left = { tokenId, surface: usage.surface };
  expect(await app.db.tokenUsage.count({ where: left })).toBe(2);
  expect(await kept()).toMatchObject([{ path: `${BASE}/of-6` }]);
  expect(await app.db.session.findUnique({ where: { hash: 'ended' } })).toBeNull();
});

test('deletes old rows without waiting for those that another node is deleting', async () => {
  const row = { userId: app.rival.id, method: 'link', seenAt: new Date(Date.now() - HOUR) };
  const hashes = ['free', 'held'];
  await app.db.session.createMany({ data: hashes.map((hash) => ({ ...row, hash })) });
  const { release } = await lock(app, "SELECT FROM sessions WHERE hash = 'held' FOR UPDATE");
  await dropOldRows(app.db);
  await release();
  const left = await app.db.session.findMany({ where: { hash: { in: hashes } } });
  expect(left.map(({ hash }) => hash)).toEqual(['held']);
});

test("a table whose old rows can't be deleted doesn't stop the others; a stop ends it between two statements", async () => {
  const row = { userId: app.rival.id, method: 'link', seenAt: new Date(Date.now() - HOUR) };
  const oldSessions = () => app.db.session.count({ where: { hash: { startsWith: 'old-' } } });
  await app.db.session.create({ data: { ...row, hash: 'old-1' } });
  await dropOldRows(app.db, undefined, AbortSignal.abort());
  expect(await oldSessions()).toBe(1);
  await app.db.$executeRaw`ALTER TABLE token_usage RENAME TO away`;
  const errors: unknown[] = [];
  await dropOldRows(app.db, (error) => errors.push(error));
  await app.db.$executeRaw`ALTER TABLE away RENAME TO token_usage`;
  expect([errors.length, await oldSessions()]).toEqual([1, 0]);
});

test('series and totals cover the same 30 days of UTC, today included (D50)', async () => {
  const { tokenId } = await freshToken();
  const now = new Date('2026-03-10T23:30:00Z');
  const days = ['2026-03-10', '2026-03-09', '2026-02-09', '2026-02-08'];
  const row = { tokenId, surface: 'GRAPHQL', calls: 1, failed: 1, rateLimited: 0 } as const;
  await app.db.tokenUsage.createMany({
    data: days.map((day) => ({ ...row, day: new Date(day) })),
  });
  const series = await readSeries(app.db, { userId: app.owner.id, tokenId }, now);
  expect(series.map(({ calls }) => calls)).toEqual([1, ...Array(27).fill(0), 1, 1]);
  expect(series[0]?.day).toEqual(new Date('2026-02-09'));
  const totals = await readTotals(app.db, app.owner.id, now);
  expect(totals.find(({ id }) => id === tokenId)).toMatchObject({ calls: 3 });
});

test('pages say how soon calls and failed requests appear', async () => {
  const { page } = await freshToken();
  for (const html of [await page(), await visitor.html('/usage')])
    expect(html).toContain('Calls appear here within ten seconds.');
  expect(await visitor.html('/requests')).toContain('New ones appear within ten seconds.');
});
