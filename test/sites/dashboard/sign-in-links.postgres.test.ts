// Sign-in links (D49): opening one shows whom it signs in, its button does so once, within ten minutes; failures alone
// count, by network.
import { expect, test } from 'vitest';
import { signInLinkUrl } from '../../../src/accounts/sign-in-links.ts';
import { disableUser, enableUser } from '../../../src/accounts/users.ts';
import { openTestApp } from '../../support/app.ts';
import { lock } from '../../support/lock.ts';
import { recordedLog } from '../../support/log.ts';
import { newLink, operator } from '../../support/operator.ts';
import { createVisitor, otherNode, shows } from './visitor.ts';

const { logger, lines, logged } = recordedLog('trace');
const app = await openTestApp({ logger });

const UNUSABLE = 'This sign-in link doesn’t work: it has been used, or it has expired.';

async function linked(name = 'Lena') {
  const person = await app.person(name);
  const link = await newLink(app.db, person.id);
  return { ...person, link, path: signInLinkUrl('', link) };
}
const sessions = (userId: number) => app.db.session.findMany({ where: { userId } });

test('shows whom it signs in, as often as it is opened, and its button signs in once (D49, D51)', async () => {
  lines.length = 0;
  const { id, link, path, email } = await linked();
  const visitor = createVisitor(app, '192.0.2.9');
  for (let opened = 0; opened < 2; opened++) {
    const page = await visitor.get(path);
    expect(page).toMatchObject(shows(200, email));
    expect(page.html).toContain('action="/dashboard/sign-in/link"');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
  }
  expect(await sessions(id)).toEqual([]);
  expect(await visitor.signIn(link)).toMatchObject({ status: 303, location: '/dashboard' });
  expect(await visitor.html('/account')).toContain(email);
  expect(await sessions(id)).toMatchObject([{ method: 'link' }]);
  expect(await visitor.get(path)).toMatchObject(shows(403, UNUSABLE));
  const events = logged().filter(({ level }) => level === 'notice');
  const from = { 'owner_api.through': 'link', 'client.address': '192.0.2.9' };
  expect(events).toMatchObject([
    { ...from, 'event.action': 'signed-in', 'owner_api.user_id': id },
    { ...from, 'event.action': 'sign-in-refused', 'owner_api.reason': 'unusableLink' },
  ]);
  expect(lines.join('')).toContain('/dashboard/sign-in/link');
  for (const secret of [link, email]) expect(lines.join('')).not.toContain(secret);
});

test('taken again in another tab, it leaves the session that it began', async () => {
  const { link, path, email } = await linked();
  const visitor = createVisitor(app);
  const otherTab = await visitor.get(path);
  await visitor.signIn(link);
  expect(await visitor.submit(otherTab, {})).toMatchObject(shows(403, UNUSABLE));
  expect(await visitor.open('/account')).toMatchObject(shows(200, email));
});

test('signs in one of several browsers that take it at once', async () => {
  const { id, link } = await linked();
  const taking = Array.from({ length: 5 }, () => createVisitor(app).signIn(link));
  const statuses = (await Promise.all(taking)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([303, 403, 403, 403, 403]);
  expect(await sessions(id)).toHaveLength(1);
});

test('expires after ten minutes, by the database', async () => {
  const age = (seconds: number) =>
    app.db
      .$executeRaw`UPDATE sign_in_links SET created_at = now() - make_interval(secs => ${seconds}::int)`;
  const { id, path } = await linked();
  const visitor = createVisitor(app);
  await age(570);
  const page = await visitor.get(path);
  expect(page.status).toBe(200);
  await age(630);
  for (const late of [await visitor.submit(page, {}), await visitor.get(path)])
    expect(late).toMatchObject(shows(403, UNUSABLE));
  expect(await sessions(id)).toEqual([]);
});

test('ends when its user is disabled, and does not work again', async () => {
  const { id, path } = await linked();
  const visitor = createVisitor(app);
  const page = await visitor.get(path);
  await disableUser(operator(app.db), id);
  await enableUser(operator(app.db), id);
  expect(await visitor.submit(page, {})).toMatchObject(shows(403, UNUSABLE));
  expect(await sessions(id)).toEqual([]);
});

test('starts no session if its user is disabled meanwhile', async () => {
  const { id, link } = await linked();
  const disabled = 'UPDATE users SET disabled_at = now() WHERE id = $1';
  const { untilOneWaits, release } = await lock(app, disabled, id);
  const signingIn = createVisitor(app).signIn(link);
  await untilOneWaits();
  await release();
  expect(await signingIn).toMatchObject(shows(403, UNUSABLE));
  expect(await sessions(id)).toEqual([]);
});

test('a network may open 50 that do not work in 15 minutes; those that work are never rejected', async () => {
  const visitor = createVisitor(app, '198.51.100.20');
  const { link } = await linked();
  const wrong = () => visitor.open('/sign-in/link?key=made-up');
  for (let n = 0; n < 50; n++) expect((await wrong()).status).toBe(403);
  const page = await wrong();
  expect(page).toMatchObject(
    shows(429, 'Too many failed attempts. Try again in 15 minutes.'),
  );
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await createVisitor(app, '198.51.100.21').open('/sign-in/link')).status).toBe(403);
  expect((await visitor.signIn(link)).status).toBe(303);
});

test.each([
  [
    'test says how to print one',
    'test',
    'npm run user -- sign-in --email E',
    'Ask the operator',
  ],
  ['live says whom to ask', 'live', '<a href="mailto:ops@example.com">ops@', 'npm'],
] as const)(
  'the page without other ways to sign in on %s',
  async (_, environment, said, other) => {
    const node = otherNode(app, { environment, securityContact: 'mailto:ops@example.com' });
    const html = await createVisitor(node).html('/sign-in');
    expect(html).toContain(said);
    for (const absent of [other, '<form']) expect(html).not.toContain(absent);
  },
);
