// The sessions of a user on the account page: from where, with what and since when; each can be ended, and no other user's.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { createVisitor, hiddenFields, PASSWORD, type Page, signedIn, type Visitor } from './visitor.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const MINUTE = 60_000;

let app: TestApp;
let visitor: Visitor;
const { logger, lines: log } = recordedLog();
beforeAll(async () => {
  app = await createTestApp({ config: { signIn: { name: 'sign-in', points: 1_000, windowSeconds: 900 } }, logger });
});
afterAll(() => app.close());
beforeEach(async () => {
  visitor = await signedIn(app);
});

/** Signs the owner in once more, by a browser of this name at this address. */
async function another(agent: string, address = '192.0.2.2'): Promise<Visitor> {
  const one = createVisitor(app, address);
  const page = await one.get('/dashboard/sign-in');
  await one.submit(page, { email: app.owner.email, password: PASSWORD }, { 'User-Agent': agent });
  return one;
}

/** The lines of the list: the text of each cell. */
const linesOf = ({ html }: Page) =>
  [...html.slice(html.indexOf('id="sessions"')).matchAll(/<tr role="row">(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
    [...row.matchAll(/<t[hd] role="(?:rowheader|cell)"[^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );

const account = () => visitor.get('/dashboard/account');
const isSignedIn = async (one: Visitor) => (await one.get('/dashboard')).status === 200;

test('are listed, the present one first and marked, those that have ended left out', async () => {
  await another(FIREFOX, '2001:db8::7');
  const idle = await another('curl/8.17.0');
  const value = idle.cookies.get('dashboard_session');
  const ids = await app.db.session.findMany({ where: { userId: app.owner.id }, orderBy: { id: 'asc' } });
  const data = { createdAt: new Date(Date.now() - 90 * MINUTE), seenAt: new Date(Date.now() - 5 * MINUTE) };
  await app.db.session.update({ where: { id: ids[1]?.id ?? 0 }, data });
  await app.db.session.update({ where: { id: ids[2]?.id ?? 0 }, data: { seenAt: new Date(Date.now() - 31 * MINUTE) } });
  const page = await account();
  expect(linesOf(page)).toEqual([
    ['Unknown browser This session', '192.0.2.1', 'just now', 'now', ''],
    [
      'Firefox on Linux',
      '2001:db8::7',
      '1 hour ago',
      '5 minutes ago',
      expect.stringContaining('End the session of Firefox on Linux'),
    ],
  ]);
  expect(page.html).not.toContain(value);
});

test('of an unknown program show it as text, cut', async () => {
  await another(`<script>alert(1)</script>${'x'.repeat(400)}`);
  const page = await account();
  expect(page.html).not.toContain('<script>alert');
  expect(page.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;xxx');
  const [row] = await app.db.session.findMany({ orderBy: { id: 'desc' }, take: 1 });
  expect(row?.agent?.length).toBeLessThanOrEqual(200);
});

test('that an older release has started have no address and no browser', async () => {
  await app.db.session.create({ data: { hash: 'e'.repeat(64), userId: app.owner.id } });
  expect(linesOf(await account())[1]).toEqual([
    'Unknown browser',
    'unknown',
    'just now',
    'just now',
    expect.any(String),
  ]);
});

test('end one by one: the others go on, and the end is in the activity', async () => {
  const [one, two] = [await another(FIREFOX), await another('curl/8.17.0')];
  const page = await account();
  const [, path = ''] =
    /action="(\/dashboard\/account\/sessions\/\d+)".*?End<span class="visually-hidden"> the session of curl/s.exec(
      page.html,
    ) ?? [];
  const { form_token } = hiddenFields(page.html);
  const answer = await visitor.send('POST', path, { form: { form_token } });
  expect(answer.headers.get('location')).toBe('/dashboard/account?done=session');
  expect((await visitor.get('/dashboard/account?done=session')).html).toContain('The session has ended.');
  const states = await Promise.all([visitor, one, two].map(isSignedIn));
  expect(states.filter(Boolean)).toHaveLength(2);
  expect(states[0]).toBe(true);
  expect(log.join('')).toContain('"msg":"session ended"');
  const id = Number(path.split('/').at(-1));
  const events = await app.db.activity.findMany({
    where: { action: 'session-ended' },
    select: { userId: true, sessionId: true },
  });
  expect(events).toContainEqual({ userId: app.owner.id, sessionId: id });
});

test.each(['another user', 'nobody', 'no id'])('of %s can not be ended', async (whose) => {
  const rival = await signedIn(app, app.rival);
  const [session] = await app.db.session.findMany({ where: { userId: app.rival.id } });
  const id = { 'another user': session?.id, nobody: 999_999_999, 'no id': 'x' }[whose];
  const { form_token } = hiddenFields((await account()).html);
  const answer = await visitor.send('POST', `/dashboard/account/sessions/${id}`, { form: { form_token } });
  expect(answer.headers.get('location')).toBe('/dashboard/account');
  expect(await isSignedIn(rival)).toBe(true);
});

test('are not ended by a form without the token of the session', async () => {
  const other = await another(FIREFOX);
  const [session] = await app.db.session.findMany({
    where: { userId: app.owner.id },
    orderBy: { id: 'desc' },
    take: 1,
  });
  const path = `/dashboard/account/sessions/${session?.id}`;
  expect(await visitor.send('POST', path, { form: { form_token: 'x' } })).toMatchObject({ status: 403 });
  expect(await isSignedIn(other)).toBe(true);
});

test('beyond fifty are counted', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => ({ hash: `${n}`.padStart(64, '0'), userId: app.owner.id }));
  await app.db.session.createMany({ data: rows });
  const page = await account();
  expect(linesOf(page)).toHaveLength(50);
  expect(page.html).toContain('11 further sessions are not listed.');
  await visitor.submit(page, {});
  expect(linesOf(await account())).toHaveLength(1);
});

test('a new password gives this session a new value: the old one is dead at once, and the time of its beginning stays', async () => {
  const stolen = createVisitor(app);
  for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value);
  const [before] = await app.db.session.findMany({ where: { userId: app.owner.id } });
  const { form_token } = hiddenFields((await account()).html);
  const form = { form_token, current: PASSWORD, password: 'a new long password', repeated: 'a new long password' };
  const answer = await visitor.send('POST', '/dashboard/account/password', { form });
  expect(answer.headers.get('location')).toBe('/dashboard/account?done=password');
  expect([await isSignedIn(visitor), await isSignedIn(stolen)]).toEqual([true, false]);
  const [after, ...more] = await app.db.session.findMany({ where: { userId: app.owner.id } });
  expect(more).toEqual([]);
  expect(after).toMatchObject({ id: before?.id, createdAt: before?.createdAt });
  expect(after?.hash).not.toBe(before?.hash);
});
