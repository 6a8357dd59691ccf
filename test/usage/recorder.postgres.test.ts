// Token usage is counted in memory and written in batches by several nodes: nothing waits for others' locks, and
// nothing is lost.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createUsageRecorder } from '../../src/usage/recorder.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { requestWith } from '../support/finished-request.ts';
import { lock } from '../support/lock.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const onError = (error: unknown) => expect.unreachable(String(error));
const recorder = () => createUsageRecorder(app.db, onError);
const usedTokens = () => app.db.apiToken.count({ where: { lastUsedAt: { not: null } } });

async function makeTokens(count: number): Promise<number[]> {
  const rows = await app.db.$queryRaw<{ id: number }[]>`
    INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version)
    SELECT ${app.owner.id}, 'many', encode(sha256(n::text::bytea), 'hex'), 'svc_test_', '0000', '2025-08-16'
    FROM generate_series(1, ${count}::int) AS n RETURNING id`;
  return rows.map(({ id }) => id);
}

test('three nodes write the same 1,200 tokens at once: counts are exact, and tokens have their last use', async () => {
  const tokens = await makeTokens(1_200);
  const nodes = [recorder(), recorder(), recorder()];
  for (let round = 0; round < 2; round++) {
    for (const node of nodes) for (const id of tokens) node.count(requestWith(id));
    await Promise.all(nodes.map((node) => node.flush()));
  }
  const [sums] = await app.db.$queryRaw<object[]>`
    SELECT count(*)::int AS tokens, sum(calls)::int AS calls, min(calls)::int AS least FROM token_usage`;
  expect(sums).toEqual({ tokens: 1_200, calls: 7_200, least: 6 });
  expect(await usedTokens()).toBe(1_200);
  await Promise.all(nodes.map((node) => node.close()));
});

test("counts don't wait for a transaction that locks tokens; their last use is written afterwards", async () => {
  const tokens = await makeTokens(3);
  const other = await lock(
    app,
    `SELECT FROM api_tokens WHERE id = ${tokens[0]} FOR NO KEY UPDATE`,
  );
  const node = recorder();
  for (const id of tokens) node.count(requestWith(id));
  await node.flush();
  expect(await app.db.tokenUsage.count()).toBe(3);
  expect(await usedTokens()).toBe(2);
  await other.release();
  await expect.poll(() => node.flush().then(usedTokens)).toBe(3);
  await node.close();
});

test('failed requests are added once, also if a lock then holds up the cut of their list', async () => {
  await app.db.$executeRaw`CREATE SEQUENCE cuts`;
  await app.db.$executeRaw`
    CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('cuts') = 1 THEN RAISE EXCEPTION USING ERRCODE = '55P03'; END IF;
      RETURN NULL;
    END $$`;
  await app.db.$executeRaw`
    CREATE TRIGGER hold_up BEFORE DELETE ON failed_requests FOR EACH STATEMENT EXECUTE FUNCTION hold_up()`;
  const node = recorder();
  for (const status of [404, 404, 404, 400, 400])
    node.count(requestWith(app.owner.tokenId, status));
  await node.flush();
  await node.flush();
  const rows = await app.db.failedRequest.findMany({ orderBy: { status: 'asc' } });
  expect(rows.map(({ status, times }) => [status, times])).toEqual([
    [400, 2],
    [404, 3],
  ]);
  await node.close();
});

test('a token that ends meanwhile, or a count that no column holds, stops no other', async () => {
  const [gone = 0, full = 0, plain = 0] = await makeTokens(3);
  const errors: string[] = [];
  const node = createUsageRecorder(app.db, (_, end) => errors.push(end));
  node.count(requestWith(full));
  await node.flush();
  await app.db.tokenUsage.updateMany({ data: { calls: 2n ** 63n - 1n } });
  for (const id of [gone, full, plain]) node.count(requestWith(id));
  await app.db.apiToken.delete({ where: { id: gone } });
  await node.flush();
  expect(errors).toEqual(['dropped']);
  expect(node.dropped).toBe(1);
  expect(await app.db.tokenUsage.findMany({ where: { tokenId: plain } })).toMatchObject([
    { calls: 1n },
  ]);
  await node.close();
});

test("nodes together write a token's last use once a minute, and never lose or overwrite the latest", async () => {
  const [id = 0] = await makeTokens(1);
  const [one, other] = [recorder(), recorder()];
  const lastUse = async () =>
    (await app.db.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;
  const start = Date.now();
  one.count(requestWith(id), new Date(start - 5_000));
  await one.flush();
  const first = await lastUse();
  for (const node of [one, other]) {
    node.count(requestWith(id), new Date(start));
    await node.flush();
  }
  expect(await lastUse()).toEqual(first);
  await app.db
    .$executeRaw`UPDATE api_tokens SET last_used_at = now() - interval '61 s' WHERE id = ${id}`;
  await one.flush();
  // The database's clock decides, and the way there takes time.
  expect(Math.abs(Number(await lastUse()) - start)).toBeLessThan(5_000);
  // An older use doesn't overwrite a newer one.
  const newer = { api: 'GRAPHQL', address: '2001:db8::9', agent: 'newer' } as const;
  one.count({ ...requestWith(id), ...newer }, new Date(start + 1_000));
  await one.close();
  other.count(requestWith(id), new Date(start - 10_000));
  await other.close();
  const last = {
    lastSurface: newer.api,
    lastAddress: newer.address,
    lastAgent: newer.agent,
  };
  expect(await app.db.apiToken.findUnique({ where: { id } })).toMatchObject(last);
});

test('writes nothing during a request, and a limited number of statements for any number of requests', async () => {
  const sent = [vi.spyOn(app.db, '$executeRaw'), vi.spyOn(app.db, '$queryRaw')];
  const count = () => sent.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const node = recorder();
  for (let n = 0; n < 3_000; n++) node.count(requestWith((n % 50) + 1, 404));
  expect(count()).toBe(0);
  await node.close();
  expect(count()).toBe(4);
  for (const spy of sent) spy.mockRestore();
});

const failedOf = (tokenId: number) =>
  app.db.failedRequest.findMany({ where: { tokenId }, orderBy: { at: 'desc' } });

const SECOND = 1_000;

/** A failed request of a kind of its own, or of the same kind as others with a number in its path. */
const failing = (path: string) => ({
  ...requestWith(app.owner.tokenId, 404),
  url: new URL(`http://localhost${path}`),
});

test("keeps a token's last 100 kinds of failed requests, even if many come at once", async () => {
  const node = recorder();
  const record = (n: number) =>
    node.count(failing(`/of-${n}`), new Date(Date.now() + n * SECOND));
  for (let n = 0; n < 70; n++) record(n);
  await node.flush();
  for (let n = 70; n < 300; n++) record(n);
  await node.close();
  const kept = await failedOf(app.owner.tokenId);
  expect(kept.map(({ path }) => path)).toEqual(
    Array.from({ length: 100 }, (_, n) => `/of-${299 - n}`),
  );
});

test('130 equal failures are one row with their count, times and last ten requests, and push nothing off', async () => {
  const start = Date.now();
  const node = recorder();
  node.count(failing('/rare'), new Date(start - 1_000));
  for (let n = 0; n < 130; n++) {
    node.count(failing(`/product/${n}`), new Date(start + n * SECOND));
    if (n === 60) await node.flush();
  }
  await node.close();
  const [often, rare] = await failedOf(app.owner.tokenId);
  expect(rare).toMatchObject({ path: '/rare', times: 1 });
  expect(often).toMatchObject({ path: '/product/{id}', times: 130 });
  expect(Math.round((Number(often?.at) - Number(often?.since)) / SECOND)).toBe(129);
  expect(often?.requests).toHaveLength(10);
  expect(often?.requests).toMatchObject(
    [{ path: '/product/129' }, { path: '/product/128' }].concat(
      Array.from({ length: 8 }, (_, n) => ({ path: `/product/${127 - n}` })),
    ),
  );
});

test("what can't be written is kept, and its age is known (UsageNotWritten)", async () => {
  const kept: string[] = [];
  const node = createUsageRecorder(app.db, (_, end) => kept.push(end));
  const other = await lock(app, 'LOCK TABLE token_usage IN SHARE ROW EXCLUSIVE MODE');
  const before = node.writtenTo;
  node.count(requestWith(app.owner.tokenId));
  await node.flush();
  expect([kept, node.writtenTo]).toEqual([['kept'], before]);
  await other.release();
  await node.close();
  expect(node.writtenTo).toBeGreaterThan(before);
  expect(await app.db.tokenUsage.findMany()).toMatchObject([{ calls: 1n }]);
});
