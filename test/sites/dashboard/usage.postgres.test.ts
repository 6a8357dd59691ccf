// How token usage is counted and shown: what counts as failed, over several nodes, despite database failures.
import { describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { parseConfig } from '../../../src/config.ts';
import { dropOldRows } from '../../../src/usage/housekeeping.ts';
import { readSeries, readTotals } from '../../../src/usage/reads.ts';
import { BASE, budget, callsOf, openTestApp } from '../../support/app.ts';
import { silentLog } from '../../support/log.ts';
import { signedIn } from './visitor.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const app = await openTestApp();
const visitor = await signedIn(app);

const lastRequest = (tokenId: number) =>
  app.db.failedRequest.findFirst({ where: { tokenId }, orderBy: { at: 'desc' } });

async function totalsOf(tokenId: number, userId = app.owner.id) {
  const totals = await readTotals(app.db, userId, new Date());
  const { calls, failed, rateLimited } = totals.find(({ id }) => id === tokenId) ?? {};
  return { calls, failed, rateLimited };
}

/** A new user, whose counts start at 0. */
async function freshToken() {
  const { id, token, tokenId } = await app.person('fresh');
  await app.db.apiToken.update({ where: { id: tokenId }, data: { userId: app.owner.id } });
  await app.db.product.updateMany({
    where: { ownerId: id },
    data: { ownerId: app.owner.id },
  });
  const counts = async () => {
    await app.app.flushUsage();
    return totalsOf(tokenId);
  };
  const page = () => visitor.html(`/tokens/${tokenId}`);
  return { token, tokenId, counts, page };
}

const CREATE =
  'mutation { createProduct(input: { title: "", rent: 0.001, quantity: 1 }) { success } }';

describe('a call counts as failed', () => {
  test.each([
    ['200', 'GET', '/product/ours', undefined, 0],
    ['403', 'GET', '/product/theirs', undefined, 1],
    ['404', 'GET', '/product/999999', undefined, 1],
  ])('on REST: %s', async (_, method, path, body, failed) => {
    const { token, counts } = await freshToken();
    const [ours, theirs] = [await app.product(), await app.product({}, app.rival.id)];
    const sent = path.replace('ours', `${ours.id}`).replace('theirs', `${theirs.id}`);
    await app.rest(method, sent, body, { token });
    expect(await counts()).toEqual({ calls: 1, failed, rateLimited: 0 });
  });

  test.each([
    ['nothing wrong', '{ __typename }', 0, undefined],
    [
      'a rejected mutation with status 200',
      CREATE,
      1,
      { operation: 'createProduct', status: 400 },
    ],
    [
      'one of two fields',
      '{ a: product(id: 999999) { id } __typename }',
      1,
      { operation: 'readProduct', status: 404 },
    ],
    ['an unknown field', '{ nothing }', 1, { operation: '', status: 400 }],
  ])('on GraphQL: %s', async (_, query, failed, request) => {
    const { token, tokenId, counts } = await freshToken();
    await app.graphql(query, {}, { token });
    expect(await counts()).toEqual({ calls: 1, failed, rateLimited: 0 });
    if (request)
      expect(await lastRequest(tokenId)).toMatchObject({ ...request, surface: 'GRAPHQL' });
  });

  test('with an unusable version, or with 429, which also counts as rate limited; 401 belongs to no one', async () => {
    const { token, tokenId, counts } = await freshToken();
    const headers = { 'service-version': '1999-01-01' };
    await app.readProduct(1, { token, headers });
    expect(await counts()).toEqual({ calls: 1, failed: 1, rateLimited: 0 });
    const errors = [{ field: 'service-version', code: 'INVALID_FORMAT' }];
    expect(await lastRequest(tokenId)).toMatchObject({ status: 400, errors });
    const rows = await app.db.tokenUsage.count();
    for (const nobody of [null, 'svc_test_wrong'])
      await app.readProduct(1, { token: nobody });
    await app.app.flushUsage();
    expect(await app.db.tokenUsage.count()).toBe(rows);
    const config = { ...parseConfig({}), throttle: budget(1) };
    const strict = createApp({ database: app.database, config, logger: silentLog() });
    const { rest, graphql } = callsOf(strict, app.rival.token);
    for (const body of [{}, {}]) await rest('POST', '/product', body);
    await graphql(CREATE);
    await strict.close();
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

test("the token's page has the address and user agent of its last use, written once a minute (D50)", async () => {
  const { token, tokenId, page } = await freshToken();
  const use = (agent: string) =>
    app.readProduct(1, { token, headers: { 'User-Agent': agent } });
  expect(await page()).not.toContain('Last used from');
  await use('curl/8.5.0 <b>');
  expect(await page()).toContain(
    '<dt>Last used from</dt><dd><bdi>local</bdi>, <bdi>curl/8.5.0 &lt;b&gt;</bdi>',
  );
  await use('a thief');
  expect(await page()).not.toContain('a thief');
  await app.db
    .$executeRaw`UPDATE api_tokens SET last_used_at = last_used_at - interval '61 seconds' WHERE id = ${tokenId}`;
  expect(await page()).toContain('<bdi>a thief</bdi>');
});

test('deletes old counters, failed requests and sessions, on several nodes at once, and keeps the others', async () => {
  const { tokenId } = await freshToken();
  const now = Date.now();
  const usage = { tokenId, surface: 'REST', calls: 1, failed: 0, rateLimited: 0 } as const;
  const sent = { sentStatus: 404, method: 'GET', path: '/', version: '2025-08-16' };
  const request = {
    tokenId,
    surface: 'REST',
    operation: '',
    status: 404,
    errors: [],
  } as const;
  for (const days of [0, 30, 31])
    await app.db.tokenUsage.create({ data: { ...usage, day: new Date(now - days * DAY) } });
  for (const days of [6, 8]) {
    const at = new Date(now - days * DAY);
    await app.db.failedRequest.create({
      data: {
        ...request,
        ...sent,
        kind: `${days} days`,
        times: 1,
        since: at,
        at,
        requests: [],
      },
    });
  }
  const seenAt = new Date(now - HOUR);
  const ended = { hash: 'ended', userId: app.rival.id, method: 'link', seenAt };
  await app.db.session.create({ data: ended });
  await Promise.all([1, 2, 3].map(() => dropOldRows(app.db)));
  expect(await app.db.tokenUsage.count({ where: { tokenId } })).toBe(2);
  expect(await app.db.failedRequest.findMany({ where: { tokenId } })).toMatchObject([
    { kind: '6 days' },
  ]);
  expect(await app.db.session.findUnique({ where: { hash: 'ended' } })).toBeNull();
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
