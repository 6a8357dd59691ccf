// Creating a token more than 15 minutes after the sign-in asks for it again without losing the form (D49); and the
// token with which a test deployment's pages run examples, which signed-in users can create, one each.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { budget, createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import {
  createVisitor,
  dayIn,
  hiddenFields,
  newcomer,
  PASSWORD,
  shows,
  signedIn,
  valueIn,
} from './visitor.ts';

const TITLE = 'Confirm your sign-in';

const app = await openTestApp({ config: { signIn: budget() } });
const visitor = await signedIn(app);

/** The time of the sign-in, by the database's clock. */
const signedInBefore = (minutes: number) =>
  app.db
    .$executeRaw`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes}::int), authenticated_at = NULL`;

const tokenNamed = (name: string) => app.db.apiToken.findFirst({ where: { name } });
const newToken = (fields: object) => visitor.fill('/tokens/new', { expires: 'never', ...fields });

describe('creating a token (D49)', () => {
  test("asks for the password 15 minutes after the sign-in, then creates the form's token at once, in a session with a new cookie", async () => {
    await signedInBefore(14);
    expect(valueIn(await newToken({ name: 'young' }))).not.toBe('');
    await signedInBefore(16);
    const fields = { name: 'Stock <sync> “1”', expires: 'own', last_day: dayIn(40) };
    const asked = await newToken(fields);
    expect(asked).toMatchObject(shows(403, TITLE));
    expect(await tokenNamed(fields.name)).toBeNull();
    const stolen = createVisitor(app);
    stolen.takeCookies(visitor);
    expect(valueIn(await visitor.submit(asked, { name: fields.name, current: PASSWORD }))).not.toBe(
      '',
    );
    expect((await tokenNamed(fields.name))?.expiresAt?.toISOString()).toBe(
      `${dayIn(41)}T00:00:00.000Z`,
    );
    expect(valueIn(await newToken({ name: 'the next one' }))).not.toBe('');
    expect(await stolen.get('/dashboard')).toMatchObject({ status: 303 });
  });

  test.each(['wrong', ''])(
    'is rejected after %j instead of the password, and keeps the form',
    async (current) => {
      const name = `Kept “${current}”`;
      await signedInBefore(16);
      const again = await visitor.submit(await newToken({ name, extra: 'x' }), { current });
      expect(again).toMatchObject(shows(403, 'Incorrect password.'));
      expect(hiddenFields(again.html)).toMatchObject({ name, expires: 'never' });
      expect(hiddenFields(again.html)).not.toHaveProperty('extra');
      expect(again.html).not.toMatch(/type="password"[^>]* value=/);
      expect(await tokenNamed(name)).toBeNull();
      expect(valueIn(await visitor.submit(again, { current: PASSWORD }))).not.toBe('');
      const refused = { userId: app.owner.id, action: 'confirmation-refused' };
      expect(await app.db.activity.count({ where: refused })).toBeGreaterThan(0);
    },
  );

  test('checks the fields after the confirmation as usual', async () => {
    await signedInBefore(16);
    const refused = await visitor.submit(await newToken({ name: ' ' }), { current: PASSWORD });
    expect(refused).toMatchObject(shows(400, 'Error: Create token'));
    expect(valueIn(await visitor.submit(refused, { name: 'then right' }))).not.toBe('');
  });

  test('asks in a session of an older release, which is as old as its start', async () => {
    const session = { createdAt: new Date(Date.now() - 16 * 60_000), authenticatedAt: null };
    await app.db.session.updateMany({
      data: { ...session, method: null, address: null, agent: null },
    });
    expect(await newToken({ name: 'x' })).toMatchObject({ status: 403 });
  });

  test('is rate limited after too many wrong passwords, and keeps the fields', async () => {
    const strict = await createTestApp({ config: { signIn: budget(3) } });
    const owner = await signedIn(strict);
    await strict.db.$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes'`;
    let page = await owner.fill('/tokens/new', { name: 'n', expires: 'never' });
    for (let attempt = 0; attempt < 12 && page.status !== 429; attempt++)
      page = await owner.submit(page, { current: 'wrong' });
    expect(page).toMatchObject({
      status: 429,
      html: expect.stringMatching(/Try again in \d+ minute/),
    });
    expect(hiddenFields(page.html)).toMatchObject({ name: 'n' });
    await strict.close();
  });
});

test("rolling a token asks likewise, then ends the old one as the form says; renaming and revoking don't ask (D49)", async () => {
  const id = app.rival.tokenId;
  await app.db.apiToken.update({ where: { id }, data: { userId: app.owner.id } });
  await signedInBefore(16);
  expect(await visitor.fill(`/tokens/${id}/rename`, { name: 'renamed' })).toMatchObject({
    status: 303,
  });
  const asked = await visitor.fill(`/tokens/${id}/roll`, { end: 'at-once', expires: 'never' });
  expect(asked).toMatchObject(shows(403, TITLE));
  expect(asked.html).toContain(`href="/dashboard/tokens/${id}/roll">Cancel`);
  expect(valueIn(await visitor.submit(asked, { current: PASSWORD }))).not.toBe('');
  expect((await app.db.apiToken.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull();
  await signedInBefore(60);
  expect(await visitor.fill(`/tokens/${app.owner.tokenId}/revoke`)).toMatchObject({ status: 303 });
});

describe("the docs' token", () => {
  const PATH = '/dashboard/docs-token';

  async function make(from = visitor) {
    const { formToken } = JSON.parse((await from.get(PATH)).html);
    const { status, html } = await from.send('POST', PATH, { form: { form_token: formToken } });
    return { status, body: JSON.parse(html) };
  }
  const made = async (): Promise<string> => (await make()).body.token;
  const statusOf = async (token: string) =>
    (await app.graphql('{ viewer { name } }', {}, { token })).status;
  const stored = () => {
    const where = { userId: app.owner.id, name: 'Examples of the docs' };
    return app.db.apiToken.findMany({
      where,
      include: { successor: true },
      orderBy: { id: 'asc' },
    });
  };

  test('is created after a confirmation, which only leads back to pages of this service (D49)', async () => {
    const confirm = '/confirm?next=https://evil.example/';
    await signedInBefore(1);
    expect((await visitor.get(`/dashboard${confirm}`)).headers.get('location')).toBe('/dashboard');
    await signedInBefore(16);
    expect(await make()).toEqual({ status: 403, body: { confirm: '/dashboard/confirm' } });
    for (const [next, wanted] of [
      ['https://evil.example/', '/dashboard'] as const,
      ['/docs/rest', '/docs/rest'] as const,
    ]) {
      await signedInBefore(16);
      const answer = await visitor.fill(`/confirm?next=${encodeURIComponent(next)}`, {
        current: PASSWORD,
      });
      expect(answer.headers.get('location')).toBe(wanted);
    }
    expect(await make()).toMatchObject({
      status: 200,
      body: { token: expect.stringMatching(/^svc_test_/) },
    });
  });

  test('works on both APIs for a day; a new one replaces it, even after it was revoked: there is one row', async () => {
    const token = await made();
    const product = await app.product();
    const { status, headers } = await app.rest('GET', `/product/${product.id}`, undefined, {
      token,
    });
    expect([status, await statusOf(token)]).toEqual([200, 200]);
    const end = Date.parse(headers.get('token-expires') ?? '') - Date.now();
    expect(Math.abs(end - 86_400_000)).toBeLessThan(600_000);
    const second = await made();
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 200]);
    await app.db.apiToken.updateMany({
      where: { id: { in: (await stored()).map(({ id }) => id) } },
      data: { revokedAt: new Date() },
    });
    const third = await made();
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
    expect(await stored()).toHaveLength(1);
  });

  test('is one token even if created several times at once; a rolled one stays, with its successor', async () => {
    const tokens = await Promise.all([made(), made(), made()]);
    expect((await Promise.all(tokens.map(statusOf))).toSorted()).toEqual([200, 401, 401]);
    const [{ id } = { id: 0 }] = await stored();
    await visitor.fill(`/tokens/${id}/roll`, { end: 'later' });
    await made();
    const [rolled, ...others] = await stored();
    expect([rolled?.id, rolled?.successor?.id, others.length]).toEqual([id, others[0]?.id, 2]);
  });

  test("can't be created without a session or its form token, nor beyond the limit on tokens", async () => {
    const stranger = createVisitor(app);
    const form = { form_token: 'x' };
    expect((await stranger.get(PATH)).status).toBe(303);
    expect((await stranger.send('POST', PATH, { form })).status).toBe(303);
    expect((await visitor.send('POST', PATH, { form })).status).toBe(403);
    const { id: userId, visitor: collector } = await newcomer(app, 'collector', ['READ']);
    const row = {
      userId,
      name: 'T',
      prefix: 'svc_test_',
      lastFour: 'abcd',
      version: NEWEST_VERSION,
    };
    const rows = Array.from({ length: 100 }, (_, index) => ({
      ...row,
      hash: hashToken(`full-${index}`),
    }));
    await app.db.apiToken.createMany({ data: rows });
    const error = expect.stringContaining('Revoke one first');
    expect(await make(collector)).toEqual({ status: 409, body: { error } });
  });

  test("doesn't exist on a live deployment", async () => {
    const live = await createTestApp({ config: { environment: 'live' } });
    expect((await (await signedIn(live)).get(PATH)).status).toBe(404);
    await live.close();
  });
});
