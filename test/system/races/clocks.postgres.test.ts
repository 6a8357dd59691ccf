// A node whose clock is a minute ahead or behind. Stored times are the database's; expiry and windows follow the
// node's clock, which NTP keeps in sync (D4).
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findSessionUser } from '../../../src/accounts/sessions.ts';
import { revokeToken, rollToken } from '../../../src/accounts/tokens.ts';
import { dropOldRows } from '../../../src/usage/housekeeping.ts';
import { createUsageRecorder } from '../../../src/usage/recorder.ts';
import { signedIn } from '../../sites/dashboard/visitor.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { requestWith } from '../../support/finished-request.ts';
import { newSession, operator } from '../../support/operator.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** From here on `Date` belongs to a node whose clock differs by this many milliseconds. */
const shiftClock = (milliseconds: number) =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });

/** An expression in seconds, such as the time since a column. */
async function seconds(expression: string, from: string): Promise<number> {
  const rows = await app.db.$queryRawUnsafe<{ seconds: number }[]>(
    `SELECT extract(epoch FROM ${expression})::float8 AS seconds FROM ${from}`,
  );
  return rows[0]?.seconds ?? Number.NaN;
}

/** A time that the database has just written. */
const expectNow = async (column: string, from: string) =>
  expect(Math.abs(await seconds(`now() - ${column}`, from))).toBeLessThan(10);

describe.each([
  ['a minute ahead', MINUTE],
  ['a minute behind', -MINUTE],
])('a node that is %s', (_, shift) => {
  test('deletes a rate limit an hour after its window, not before', async () => {
    const { db } = app;
    const ended = (seconds: number) => Date.now() - seconds * SECOND;
    await db.budget.create({ data: { key: 'over', expire: ended(61 * 60) } });
    await db.budget.create({ data: { key: 'ended', expire: ended(59 * 60) } });
    shiftClock(shift);
    await dropOldRows(app.db);
    expect(await db.budget.findMany({ select: { key: true } })).toEqual([{ key: 'ended' }]);
  });

  test('ends no session early or late', async () => {
    const { db, owner } = app;
    const value = await newSession(operator(db), owner.id);
    const age = (seconds: number) =>
      db.$executeRaw`UPDATE sessions SET seen_at = now() - make_interval(secs => ${seconds}::int)`;
    shiftClock(shift);
    await age(29.5 * 60);
    await dropOldRows(app.db);
    expect(await findSessionUser(db, value)).toMatchObject({ user: { id: owner.id } });
    await age(30.5 * 60);
    expect(await findSessionUser(db, value)).toBeUndefined();
    const later = await newSession(operator(db), owner.id);
    await expectNow('max(created_at)', 'sessions');
    expect(await findSessionUser(db, later)).toMatchObject({ user: { id: owner.id } });
  });

  test('rejects a token from its expiry on, by its own clock (D4)', async () => {
    const { db, owner } = app;
    const status = async () => (await app.readProduct(1, { token: owner.token })).status;
    shiftClock(shift);
    const expireIn = (seconds: number) =>
      db.apiToken.update({
        where: { id: owner.tokenId },
        data: { expiresAt: new Date(Date.now() + seconds * SECOND) },
      });
    await expireIn(30);
    expect(await status()).toBe(404);
    await expireIn(-30);
    expect(await status()).toBe(401);
  });

  test('keeps the old value of a rolled token usable for 24 hours of the database', async () => {
    shiftClock(shift);
    const { id: userId, tokenId } = app.owner;
    await rollToken(operator(app.db), {
      userId,
      tokenId,
      environment: 'test',
      overlaps: true,
      lastDay: '',
    });
    await expectNow("(expires_at - interval '24 hours')", `api_tokens WHERE id = ${tokenId}`);
  });

  test("revokes a token at the database's time", async () => {
    const { db, owner } = app;
    shiftClock(shift);
    expect(await revokeToken(operator(db), owner.id, owner.tokenId)).toBe(true);
    await expectNow('revoked_at', `api_tokens WHERE id = ${owner.tokenId}`);
  });

  test("shows on the dashboard how long ago a token was used, by the database's clock", async () => {
    const visitor = await signedIn(app);
    await app.db
      .$executeRaw`UPDATE api_tokens SET last_used_at = now() - interval '90 s', last_sent_in_url_at = now() - interval '210 s'`;
    shiftClock(shift);
    const token = `/dashboard/tokens/${app.owner.tokenId}`;
    for (const path of ['/dashboard', token, `${token}/roll`, `${token}/revoke`]) {
      expect((await visitor.get(path)).html, path).toMatch(/Last used.*>1 minute ago</s);
    }
    for (const path of ['/dashboard', token]) {
      expect((await visitor.get(path)).html).toMatch(
        /Sent in a URL <time [^>]*>3 minutes ago</,
      );
    }
  });

  test("records token usage at the database's time and day", async () => {
    const { db, owner } = app;
    shiftClock(shift);
    const recorder = createUsageRecorder(app.db, (error) =>
      expect.unreachable(String(error)),
    );
    const credentialSource = 'query' as const;
    const served = { ...requestWith(owner.tokenId), credentialSource };
    // A node that held this call for long, so that its day differs.
    recorder.count(served, new Date(Date.now() - 2 * DAY));
    recorder.count({ ...requestWith(owner.tokenId, 404), credentialSource });
    await recorder.close();
    for (const column of ['last_used_at', 'last_sent_in_url_at'])
      await expectNow(column, `api_tokens WHERE id = ${owner.tokenId}`);
    await expectNow('at', 'failed_requests');
    const days = await db.$queryRaw<{ ago: number; calls: number }[]>`
      SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago, calls::int FROM token_usage ORDER BY 1`;
    expect(days).toEqual([
      { ago: 0, calls: 1 },
      { ago: 2, calls: 1 },
    ]);
  });
});
