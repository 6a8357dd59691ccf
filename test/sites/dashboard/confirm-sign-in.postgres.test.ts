// Creating a token more than 15 minutes after the sign-in asks for it again (D49); and the
// token with which a test deployment's pages run examples, which signed-in users can create, one each.
import { describe, expect, test } from 'vitest';
import { createSignInLink } from '../../../src/accounts/sign-in-links.ts';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { createTestApp, openTestApp } from '../../support/app.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, newcomer, shows, signedIn, valueIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);
const newLink = () => createSignInLink(operator(app.db), app.owner.id);

const ROLL = `/tokens/${app.owner.tokenId}/roll`;

/** The time of the sign-in, by the database's clock. */
const signedInBefore = (minutes: number, { db } = app) =>
  db.$executeRaw`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes}::int), authenticated_at = NULL`;

/** The confirmation to which a page leads. */
const confirmationOf = async (path: string, by = visitor) => by.get((await by.open(path)).location);

describe('creating and rolling tokens (D49)', () => {
  test.each(['/tokens/new', ROLL])(
    '%s asks for a new sign-in after 15 minutes; a new link leads to the form, in a session with a new cookie',
    async (path) => {
      const visitor = createVisitor(app);
      await visitor.signIn(await newLink());
      await signedInBefore(14);
      expect(valueIn(await visitor.fill('/tokens/new', { name: 'young' }))).not.toBe('');
      await signedInBefore(16);
      const { location } = await visitor.open(path);
      const asked = await visitor.get(location);
      expect(asked).toMatchObject(shows(403, 'Confirm your sign-in'));
      expect(asked.html).toContain(`<a href="${location}">continue here</a>`);
      const stolen = createVisitor(app);
      stolen.takeCookies(visitor);
      await visitor.signIn(await newLink());
      expect((await visitor.get(location)).location).toBe(`/dashboard${path}`);
      expect(await visitor.open(path)).toMatchObject({ status: 200 });
      expect(await stolen.open()).toMatchObject({ status: 303 });
    },
  );

  test("the demo owner's button leads to the form; other users don't get it", async () => {
    const demo = await createDemoApp(new Date());
    const owner = createVisitor(demo);
    await owner.fill('/sign-in');
    const other = await signedIn(demo);
    await signedInBefore(16, demo);
    const asked = await confirmationOf('/tokens/new', owner);
    expect(asked.html).toContain('Sign in as Olivia Owner again');
    expect((await owner.submit(asked, {})).location).toBe('/dashboard/tokens/new');
    expect(await owner.open('/tokens/new')).toMatchObject({ status: 200 });
    expect((await confirmationOf('/tokens/new', other)).html).not.toContain('Olivia');
    await demo.close();
  });

  test.each(['/tokens/new', ROLL])('%s does nothing when the form is sent later', async (path) => {
    await signedInBefore(14);
    const form = await visitor.open(path);
    await signedInBefore(16);
    const before = await app.db.apiToken.findMany();
    const { location } = await visitor.submit(form, { name: 'Late' });
    expect(location).toMatch(/^\/dashboard\/confirm\?next=/);
    expect(await app.db.apiToken.findMany()).toEqual(before);
  });
});

test('renaming and revoking a token need no recent sign-in (D49)', async () => {
  await signedInBefore(60);
  for (const action of ['/rename', '/revoke'])
    expect(
      await visitor.fill(`/tokens/${app.owner.tokenId}${action}`, { name: 'n' }),
    ).toMatchObject({ status: 303 });
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
  const where = { userId: app.owner.id, name: 'Examples of the docs' };
  const stored = () => app.db.apiToken.findMany({ where, orderBy: { id: 'asc' } });

  test.each([
    ['https://evil.example/', '/dashboard'],
    ['/docs/rest', '/docs/rest'],
  ])(
    'is created after a confirmation, which only leads back to pages of this service (D49): %s to %s',
    async (next, wanted) => {
      await signedInBefore(16);
      expect(await make()).toEqual({ status: 403, body: { confirm: '/dashboard/confirm' } });
      await visitor.signIn(await newLink());
      const path = `/confirm?next=${encodeURIComponent(next)}`;
      expect((await visitor.open(path)).location).toBe(wanted);
      expect(await statusOf(await made())).toBe(200);
    },
  );

  test('works for a day; a new one replaces it, even after it was revoked: there is one row', async () => {
    const token = await made();
    const { headers } = await app.readProduct(1, { token });
    const end = Date.parse(headers.get('token-expires') ?? '') - Date.now();
    expect(Math.abs(end - 86_400_000)).toBeLessThan(600_000);
    const second = await made();
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 200]);
    await app.db.apiToken.updateMany({ where, data: { revokedAt: new Date() } });
    const third = await made();
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
    expect(await stored()).toHaveLength(1);
  });

  test('is one token even if created several times at once; a rolled one stays, with its successor', async () => {
    const tokens = await Promise.all([made(), made(), made()]);
    expect((await Promise.all(tokens.map(statusOf))).toSorted()).toEqual([200, 401, 401]);
    const [{ id } = { id: 0 }] = await stored();
    await signedInBefore(1);
    await visitor.fill(`/tokens/${id}/roll`);
    await made();
    expect(await stored()).toMatchObject([{ id }, { predecessorId: id }, {}]);
  });

  test("can't be created without a session or its form token, nor beyond the limit on tokens", async () => {
    const form = { form_token: 'x' };
    expect((await createVisitor(app).send('POST', PATH, { form })).status).toBe(303);
    expect((await visitor.send('POST', PATH, { form })).status).toBe(403);
    const { id: userId, visitor: collector } = await newcomer(app, 'collector', ['READ']);
    const row = { userId, name: 'T', prefix: 'svc_test_', lastFour: 'abcd' };
    const data = Array.from({ length: 100 }, (_, index) => ({
      ...row,
      version: NEWEST_VERSION,
      hash: hashToken(`full-${index}`),
    }));
    await app.db.apiToken.createMany({ data });
    const error = expect.stringContaining('Revoke one first');
    expect(await make(collector)).toEqual({ status: 409, body: { error } });
  });

  test("doesn't exist on a live deployment", async () => {
    const live = await createTestApp({ config: { environment: 'live' } });
    expect((await (await signedIn(live)).get(PATH)).status).toBe(404);
    await live.close();
  });
});
