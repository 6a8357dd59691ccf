// Nodes that write the use of the same tokens at the same time: nothing waits for a lock of others, nothing is lost.
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashToken } from '../../src/accounts/token-format.ts';
import { createUsageRecorder } from '../../src/usage/recorder.ts';
import type { UsageEntry } from '../../src/usage/usage-entry.ts';
import { readBehindSince, writeMark } from '../../src/usage/writes.ts';
import { signedIn } from '../sites/dashboard/visitor.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { EVENTUALLY } from '../support/eventually.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const call = (tokenId: number, more: Partial<UsageEntry> = {}): UsageEntry => ({
  requestId: crypto.randomUUID(),
  tokenId,
  surface: 'REST',
  at: new Date(),
  address: '192.0.2.1',
  sentInUrl: false,
  replayed: false,
  operations: ['readProduct'],
  status: 200,
  operation: '',
  errors: [],
  ...more,
});

const onError = (error: unknown) => expect.unreachable(String(error));
const recorder = (options: Partial<Parameters<typeof createUsageRecorder>[1]> = {}) =>
  createUsageRecorder(app.database.statements, { onError, ...options });

async function makeTokens(count: number): Promise<number[]> {
  const rows = await app.db.$queryRaw<{ id: number }[]>`
    INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version)
    SELECT ${app.owner.id}, 'many', encode(sha256(n::text::bytea), 'hex'), 'svc_test_', '0000', '2025-08-16'
    FROM generate_series(1, ${count}::int) AS n RETURNING id`;
  return rows.map(({ id }) => id);
}

/** A connection in a transaction that has run a statement. */
async function lockedBy(sql: string) {
  const { options } = app.database.pool as pg.Pool;
  const client = new pg.Client({ connectionString: options.connectionString });
  await client.connect();
  await client.query(`BEGIN; ${sql}`);
  return client;
}

test('three nodes write the same 1,200 tokens at the same time: every count is exact, every token has its last use', async () => {
  const tokens = await makeTokens(1_200);
  const nodes = [recorder(), recorder(), recorder()];
  for (let round = 0; round < 2; round++) {
    for (const node of nodes) for (const id of tokens) node.record(call(id));
    await Promise.all(nodes.map((node) => node.flush()));
  }
  const [sums] = await app.db.$queryRaw<object[]>`
    SELECT count(*)::int AS tokens, sum(calls)::int AS calls, min(calls)::int AS least FROM token_usage`;
  expect(sums).toEqual({ tokens: 1_200, calls: 7_200, least: 6 });
  expect(await app.db.apiToken.count({ where: { lastUsedAt: { not: null } } })).toBe(1_200);
  await Promise.all(nodes.map((node) => node.close()));
});

test('counts do not wait for a transaction that has tokens locked; their last use is written once they are free', async () => {
  const tokens = await makeTokens(3);
  const other = await lockedBy(`SELECT FROM api_tokens WHERE id = ${tokens[0]} FOR NO KEY UPDATE`);
  const node = recorder();
  for (const id of tokens) node.record(call(id));
  await node.flush();
  expect(await app.db.tokenUsage.count()).toBe(3);
  expect(await app.db.apiToken.count({ where: { lastUsedAt: { not: null } } })).toBe(2);
  await other.end();
  await vi.waitFor(async () => {
    await node.flush();
    expect(await app.db.apiToken.count({ where: { lastUsedAt: { not: null } } })).toBe(3);
  }, EVENTUALLY);
  await node.close();
});

test('a token that ends in the meantime, and a count that no column holds, stop no other', async () => {
  const [gone = 0, full = 0, plain = 0] = await makeTokens(3);
  const errors: string[] = [];
  const node = recorder({ onError: (_, end) => errors.push(end) });
  node.record(call(full));
  await node.flush();
  await app.db.tokenUsage.updateMany({ data: { calls: 2 ** 31 - 1 } });
  for (const id of [gone, full, plain]) node.record(call(id));
  await app.db.apiToken.delete({ where: { id: gone } });
  await node.flush();
  expect(errors).toEqual(['dropped']);
  expect(node.dropped).toBe(1);
  expect(await app.db.tokenUsage.findMany({ where: { tokenId: plain } })).toMatchObject([{ calls: 1 }]);
  await node.close();
});

test('the last use of a token is written once a minute by all nodes together, and the last one is not lost', async () => {
  const [id = 0] = await makeTokens(1);
  const [one, other] = [recorder(), recorder()];
  const lastUse = async () => (await app.db.apiToken.findUniqueOrThrow({ where: { id } })).lastUsedAt;
  const start = Date.now();
  one.record(call(id, { at: new Date(start - 5_000) }));
  await one.flush();
  const first = await lastUse();
  for (const node of [one, other]) {
    node.record(call(id, { at: new Date(start) }));
    await node.flush();
  }
  expect(await lastUse()).toEqual(first);
  await app.db.$executeRaw`UPDATE api_tokens SET last_used_at = now() - interval '61 s' WHERE id = ${id}`;
  await one.flush();
  expect(Math.abs(Number(await lastUse()) - start)).toBeLessThan(5_000);
  await Promise.all([one.close(), other.close()]);
});

test('a node marks how far it has written; a stop removes the mark, a fault leaves it old', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let isDown = false;
  const { statements } = app.database;
  const node = createUsageRecorder(
    {
      write: (sql, values) =>
        isDown && !sql.includes('usage_writers')
          ? Promise.reject(Object.assign(new Error('down'), { code: '57014' }))
          : statements.write(sql, values),
    },
    { node: 'A', onError: () => {} },
  );
  const mark = () => app.db.usageWriter.findUnique({ where: { node: 'A' } });
  const nextMark = async (before: Awaited<ReturnType<typeof mark>>) => {
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(async () => expect((await mark())?.seenAt).not.toEqual(before?.seenAt), EVENTUALLY);
    return mark();
  };
  const first = await nextMark(await mark());
  const second = await nextMark(first);
  expect(Number(second?.writtenTo)).toBeGreaterThan(Number(first?.writtenTo));
  isDown = true;
  node.record(call(app.owner.tokenId));
  const late = await nextMark(second);
  expect(Math.abs(Number(late?.writtenTo) - Number(second?.writtenTo))).toBeLessThan(100);
  isDown = false;
  await node.close();
  expect(await mark()).toBeNull();
});

test('calls of another node are missing while its mark is old, until the node is gone for long', async () => {
  const { statements } = app.database;
  await writeMark(statements, 'usual', Date.now() - 5_000);
  expect(await readBehindSince(app.db)).toBeNull();
  await writeMark(statements, 'late', Date.now() - 90_000);
  const since = await readBehindSince(app.db);
  expect(Math.abs(Date.now() - 90_000 - Number(since))).toBeLessThan(10_000);
  await app.db.$executeRaw`UPDATE usage_writers SET seen_at = now() - interval '61 minutes' WHERE node = 'late'`;
  expect(await readBehindSince(app.db)).toBeNull();
});

test('no old value is said to be safe to end while calls may be missing', async () => {
  const visitor = await signedIn(app);
  const { id } = await app.db.apiToken.create({
    data: {
      ...{ userId: app.owner.id, name: 'rolled', hash: hashToken('rolled'), prefix: 'svc_test_', lastFour: '0000' },
      ...{ version: '2025-08-16', predecessorId: app.owner.tokenId },
    },
  });
  const page = async () => (await visitor.get(`/dashboard/tokens/${id}`)).html;
  expect(await page()).toContain('Safe to end:</strong> the old value was never used.');
  await writeMark(app.database.statements, 'another node', Date.now() - 3_600_000 / 2);
  for (const lastUsedAt of [null, new Date(Date.now() - 7_200_000)]) {
    await app.db.apiToken.update({ where: { id: app.owner.tokenId }, data: { lastUsedAt } });
    const html = await page();
    expect(html).toMatch(/Not known whether it is safe to end:<\/strong> up to 20..-..-.. ..:.. UTC the old value was/);
    expect(html).not.toContain('Safe to end:');
    expect(html).not.toContain('never used');
  }
  for (const path of ['/dashboard', '/dashboard/usage', '/dashboard/requests']) {
    expect((await visitor.get(path)).html).toMatch(/Calls since 20..-..-.. ..:.. UTC may be missing here/);
  }
});

test('a page of the node that can not write says so too, and does not wait for it', async () => {
  const visitor = await signedIn(app);
  const other = await lockedBy('LOCK TABLE token_usage IN SHARE ROW EXCLUSIVE MODE');
  await app.rest('GET', '/product/1');
  const { status, html } = await visitor.get('/dashboard/usage');
  await other.end();
  expect(status).toBe(200);
  expect(html).toContain('may be missing here');
  await vi.waitFor(async () => {
    expect((await visitor.get('/dashboard/usage')).html).not.toContain('may be missing here');
  }, EVENTUALLY);
});
