// A sign-in that is older than 15 minutes is asked for again before a token is made, without losing the form (D49).
import { beforeEach, describe, expect, test } from 'vitest';
import { budget, createTestApp, openTestApp } from '../../support/app.ts';
import { createVisitor, hiddenFields, PASSWORD, shows, signedIn, type Visitor, valueIn } from './visitor.ts';

const MINUTE = 60_000;
/** `YYYY-MM-DD` */
const dayIn = (days: number) => new Date(Date.now() + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);
const TITLE = 'Confirm your sign-in';

const app = await openTestApp({ config: { signIn: budget() } });
let visitor: Visitor;
beforeEach(async () => {
  visitor = await signedIn(app);
});

/** The time of the sign-in, by the clock of the database. */
const signedInBefore = (minutes: number) =>
  app.db
    .$executeRaw`UPDATE sessions SET created_at = now() - make_interval(mins => ${minutes}::int), authenticated_at = NULL`;

const tokensNamed = (name: string) => app.db.apiToken.count({ where: { name } });
const newToken = (fields: object) => visitor.fill('/tokens/new', { expires: 'never', ...fields });

/** The id of a new token of this name. */
async function tokenNamed(name: string) {
  await newToken({ name });
  return (await app.db.apiToken.findFirstOrThrow({ where: { name } })).id;
}

describe('creating a token (D49)', () => {
  test('within 15 minutes of the sign-in asks for nothing', async () => {
    await signedInBefore(14);
    expect(valueIn(await newToken({ name: 'young' }))).not.toBe('');
  });

  test('later asks for the password, and then makes the token of the form at once', async () => {
    await signedInBefore(16);
    const fields = { name: 'Stock <sync> “1”', expires: 'own', last_day: dayIn(40) };
    const asked = await newToken(fields);
    expect(asked).toMatchObject(shows(403, TITLE));
    expect(await tokensNamed(fields.name)).toBe(0);
    const made = await visitor.submit(asked, { name: fields.name, current: PASSWORD });
    expect(valueIn(made)).not.toBe('');
    const token = await app.db.apiToken.findFirstOrThrow({ where: { name: fields.name } });
    expect(token.expiresAt?.toISOString()).toBe(`${dayIn(41)}T00:00:00.000Z`);
    // The sign-in is young again.
    expect(valueIn(await newToken({ name: 'the next one' }))).not.toBe('');
  });

  test('gives the session a new value with the confirmation; the old one is dead', async () => {
    await signedInBefore(16);
    const stolen = createVisitor(app);
    for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value);
    await visitor.submit(await newToken({ name: 'renewed' }), { current: PASSWORD });
    expect(await visitor.get('/dashboard')).toMatchObject({ status: 200 });
    expect(await stolen.get('/dashboard')).toMatchObject({ status: 303 });
  });

  test.each([
    ['a wrong password', { current: 'wrong' }],
    ['an empty one', { current: '' }],
  ])('with %s makes nothing and asks again, with the fields', async (kept, given) => {
    await signedInBefore(16);
    const again = await visitor.submit(await newToken({ name: kept }), given);
    expect(again).toMatchObject(shows(403, 'The password is not right.'));
    expect(hiddenFields(again.html)).toMatchObject({ name: kept, expires: 'never' });
    expect(again.html).not.toMatch(/type="password"[^>]* value=/);
    expect(await tokensNamed(kept)).toBe(0);
    expect(valueIn(await visitor.submit(again, { current: PASSWORD }))).not.toBe('');
    const events = await app.db.activity.findMany({ where: { userId: app.owner.id }, select: { action: true } });
    expect(events).toContainEqual({ action: 'confirmation-refused' });
  });

  test('checks the fields after the confirmation as ever, and the page keeps no others', async () => {
    await signedInBefore(16);
    const asked = await newToken({ name: ' ', expires: 'never', extra: 'x' });
    expect(hiddenFields(asked.html)).not.toHaveProperty('extra');
    const refused = await visitor.submit(asked, { current: PASSWORD });
    expect(refused).toMatchObject(shows(400, 'Error: Create token'));
    expect(valueIn(await visitor.submit(refused, { name: 'then right' }))).not.toBe('');
  });
});

test('rolling a token asks likewise, and then ends the old value as the form says (D49)', async () => {
  const id = await tokenNamed('to roll');
  await signedInBefore(16);
  const asked = await visitor.fill(`/tokens/${id}/roll`, { end: 'at-once', expires: 'never' });
  expect(asked).toMatchObject(shows(403, TITLE));
  expect(asked.html).toContain(`href="/dashboard/tokens/${id}/roll">Cancel`);
  const rolled = await visitor.submit(asked, { current: PASSWORD });
  expect(valueIn(rolled)).not.toBe('');
  expect((await app.db.apiToken.findUniqueOrThrow({ where: { id } })).revokedAt).not.toBeNull();
});

test('other forms ask for nothing: a token is renamed and revoked in an old session', async () => {
  const id = await tokenNamed('to rename');
  await signedInBefore(60);
  expect(await visitor.fill(`/tokens/${id}/rename`, { name: 'renamed' })).toMatchObject({ status: 303 });
  expect(await visitor.fill(`/tokens/${id}/revoke`)).toMatchObject({ status: 303 });
});

describe('the token of the docs (D49)', () => {
  const make = async () => {
    const { formToken } = JSON.parse((await visitor.get('/dashboard/docs-token')).html);
    const { status, html } = await visitor.send('POST', '/dashboard/docs-token', { form: { form_token: formToken } });
    return { status, body: JSON.parse(html) };
  };

  test('is made after a confirmation, whose page leads back', async () => {
    await signedInBefore(16);
    expect(await make()).toEqual({ status: 403, body: { confirm: '/dashboard/confirm' } });
    const answer = await visitor.fill('/confirm?next=%2Fdocs%2Fguides%2Ffirst-request', { current: PASSWORD });
    expect(answer.headers.get('location')).toBe('/docs/guides/first-request');
    expect(await make()).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^svc_test_/) } });
  });

  test('the page leads to this service alone, in a young session too', async () => {
    const path = '/confirm?next=https://evil.example/';
    expect((await visitor.get(`/dashboard${path}`)).headers.get('location')).toBe('/dashboard');
    await signedInBefore(16);
    const answer = await visitor.fill(path, { current: PASSWORD });
    expect(answer.headers.get('location')).toBe('/dashboard');
  });
});

test('a session of an older release is as old as its beginning', async () => {
  const [session] = await app.db.session.findMany({ where: { userId: app.owner.id } });
  expect(session).toMatchObject({ authenticatedAt: null, method: 'password' });
  const createdAt = new Date(Date.now() - 16 * MINUTE);
  await app.db.session.updateMany({ data: { createdAt, method: null, address: null, agent: null } });
  expect(await newToken({ name: 'x' })).toMatchObject({ status: 403 });
});

test('too many wrong passwords are throttled, with the fields', async () => {
  const strict = await createTestApp({ config: { signIn: budget(3) } });
  const owner = await signedIn(strict);
  await strict.db.$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes'`;
  let page = await owner.fill('/tokens/new', { name: 'n', expires: 'never' });
  for (let attempt = 0; attempt < 12 && page.status !== 429; attempt++)
    page = await owner.submit(page, { current: 'wrong' });
  expect(page).toMatchObject({ status: 429, html: expect.stringMatching(/Try again in \d+ minute/) });
  expect(hiddenFields(page.html)).toMatchObject({ name: 'n' });
  await strict.close();
});
