// Creating a token more than 15 minutes after the sign-in asks for it again (D49); and the
// token with which a test deployment's pages run examples, which signed-in users can create, one each.
import { describe, expect, test } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { budget, createTestApp, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { createVisitor, newcomer, PASSWORD, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp({ config: { signIn: budget() } });
const visitor = await signedIn(app);

/** The time of the sign-in, by the database's clock. */
const signedInBefore = (minutes: number) =>
  app.db
    .$executeRaw`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes}::int), authenticated_at = NULL`;

/** The confirmation to which a page leads. */
const confirmationOf = async (path: string, by = visitor) => {
  const { status, headers } = await by.get(`/dashboard${path}`);
  expect(status).toBe(303);
  return by.get(headers.get('location') ?? '');
};

describe('creating and rolling tokens (D49)', () => {
  test('asks for the password 15 minutes after the sign-in, then leads to the form, in a session with a new cookie', async () => {
    await signedInBefore(14);
    expect(valueIn(await visitor.fill('/tokens/new', { name: 'young' }))).not.toBe('');
    for (const path of ['/tokens/new', `/tokens/${app.owner.tokenId}/roll`]) {
      await signedInBefore(16);
      const asked = await confirmationOf(path);
      expect(asked).toMatchObject(shows(403, 'Confirm your sign-in'));
      const stolen = createVisitor(app);
      stolen.takeCookies(visitor);
      const { headers } = await visitor.submit(asked, { current: PASSWORD });
      expect(headers.get('location')).toBe(`/dashboard${path}`);
      expect(await visitor.get(`/dashboard${path}`)).toMatchObject({ status: 200 });
      expect(await stolen.get('/dashboard')).toMatchObject({ status: 303 });
    }
  });

  test('does nothing when the form is sent later', async () => {
    await signedInBefore(14);
    const forms = ['/tokens/new', `/tokens/${app.owner.tokenId}/roll`].map((path) =>
      visitor.get(`/dashboard${path}`),
    );
    const pages = await Promise.all(forms);
    await signedInBefore(16);
    const before = await app.db.apiToken.findMany();
    for (const page of pages) {
      const { headers } = await visitor.submit(page, { name: 'Late' });
      expect(headers.get('location')).toMatch(/^\/dashboard\/confirm\?next=/);
    }
    expect(await app.db.apiToken.findMany()).toEqual(before);
  });

  test.each(['wrong', ''])('is rejected after %j instead of the password', async (current) => {
    await signedInBefore(16);
    const again = await visitor.submit(await confirmationOf('/tokens/new'), { current });
    expect(again).toMatchObject(shows(403, 'Incorrect password.'));
    expect(again.html).not.toMatch(/type="password"[^>]* value=/);
    expect(await visitor.get('/dashboard/tokens/new')).toMatchObject({ status: 303 });
    const refused = { userId: app.owner.id, action: 'confirmation-refused' };
    expect(await app.db.activity.count({ where: refused })).toBeGreaterThan(0);
  });

  test('is rate limited after too many wrong passwords', async () => {
    const strict = await createTestApp({ config: { signIn: budget(3) } });
    const owner = await signedIn(strict);
    await strict.db.$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes'`;
    let page = await confirmationOf('/tokens/new', owner);
    for (let attempt = 0; attempt < 12 && page.status !== 429; attempt++)
      page = await owner.submit(page, { current: 'wrong' });
    expect(page).toMatchObject({
      status: 429,
      html: expect.stringMatching(/Try again in \d+ minute/),
    });
    await strict.close();
  });
});

test('renaming and revoking a token need no recent sign-in (D49)', async () => {
  await signedInBefore(60);
  const path = `/tokens/${app.owner.tokenId}`;
  for (const action of ['/rename', '/revoke'])
    expect(await visitor.fill(path + action, { name: 'n' })).toMatchObject({ status: 303 });
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
    await signedInBefore(1);
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
