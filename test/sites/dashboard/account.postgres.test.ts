// The account page: a new password, the end of other sessions, the permissions.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { createVisitor, focused, hiddenFields, PASSWORD, signedIn, type Visitor } from './visitor.ts';

const NEW = 'a new long password';
const MINUTE = 60_000;

let app: TestApp;
let visitor: Visitor;
const { logger, lines: log } = recordedLog();
beforeAll(async () => {
  app = await createTestApp({
    config: { signIn: { name: 'sign-in', points: 1_000, windowSeconds: 900 } },
    logger,
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  visitor = await signedIn(app);
});

async function changePassword(by: Visitor, fields: { current?: string; password?: string; repeated?: string }) {
  const { form_token } = hiddenFields((await by.get('/dashboard/account')).html);
  const form = { form_token, current: PASSWORD, password: NEW, repeated: fields.password ?? NEW, ...fields };
  return by.send('POST', '/dashboard/account/password', { form });
}

async function another(): Promise<Visitor> {
  const one = createVisitor(app, '192.0.2.2');
  await one.signIn(app.owner.email);
  return one;
}

const isSignedIn = async (one: Visitor) => (await one.get('/dashboard')).status === 200;

describe('a new password', () => {
  test('counts from then on, ends every other session and keeps this one', async () => {
    const other = await another();
    expect(await changePassword(visitor, {})).toMatchObject({ status: 303 });
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false]);
    expect((await visitor.get('/dashboard/account?done=password')).html).toContain('The password is changed.');
    expect(await createVisitor(app).signIn(app.owner.email, PASSWORD)).toMatchObject({ status: 401 });
    expect(await createVisitor(app).signIn(app.owner.email, NEW)).toMatchObject({ status: 303 });
    expect(log.join('')).toContain('"msg":"password changed"');
    expect(log.join('')).not.toContain(NEW);
  });

  test('leaves the tokens and the sessions of other users as they are', async () => {
    const rival = await signedIn(app, app.rival);
    await changePassword(visitor, {});
    expect(await isSignedIn(rival)).toBe(true);
    expect(await app.rest('GET', '/product/999999')).toMatchObject({ status: 404 });
  });

  test.each([
    ['without the current one', { current: 'wrong' }, 'current', 'The current password is not right.'],
    ['with the password of another user', { current: '' }, 'current', 'The current password is not right.'],
    ['that is short', { password: 'x'.repeat(11) }, 'password', 'A password has 12 to 256 characters.'],
    ['that is long', { password: 'x'.repeat(257) }, 'password', 'A password has 12 to 256 characters.'],
    ['that is repeated with a difference', { repeated: 'another one' }, 'repeated', 'The two new passwords differ.'],
  ])('%s is refused, nothing changes, and the wrong field has the focus', async (_, fields, wrong, message) => {
    const other = await another();
    const page = await changePassword(visitor, fields);
    expect(page).toMatchObject({ status: 400 });
    expect(page.html).toContain(message);
    expect(page.html).not.toMatch(/type="password"[^>]* value=/);
    expect(focused(page)).toEqual([wrong]);
    expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, true]);
    expect(await createVisitor(app).signIn(app.owner.email, PASSWORD)).toMatchObject({ status: 303 });
  });
});

describe('other sessions', () => {
  test('are counted without those that have ended, and end together', async () => {
    const [one, two, idle] = [await another(), await another(), await another()];
    const [last] = await app.db.session.findMany({ orderBy: { id: 'desc' }, take: 1 });
    await app.db.session.update({ where: { id: last?.id ?? 0 }, data: { seenAt: new Date(Date.now() - 31 * MINUTE) } });
    const page = await visitor.get('/dashboard/account');
    expect(page.html).toContain('End 2 other sessions');
    expect(await visitor.submit(page, {})).toMatchObject({ status: 303 });
    const states = await Promise.all([visitor, one, two, idle].map(isSignedIn));
    expect(states).toEqual([true, false, false, false]);
    expect((await visitor.get('/dashboard/account?done=sessions')).html).toMatch(/has ended\.(?!.*End \d)/s);
    expect(log.join('')).toContain('"msg":"other sessions ended"');
  });

  test('of another user go on', async () => {
    const rival = await signedIn(app, app.rival);
    await visitor.submit(await visitor.get('/dashboard/account'), {});
    expect(await isSignedIn(rival)).toBe(true);
  });
});

test.each(['constructor', '__proto__', 'x', ''])('a notice that does not exist, %j, is not shown', async (done) => {
  const page = await visitor.get(`/dashboard/account?done=${done}`);
  expect(page).toMatchObject({ status: 200 });
  expect(page.html).not.toContain('class="note"');
});

test('the permissions are shown as they are at the time of the request, without that of which nothing comes', async () => {
  const lines = async () => {
    const { html } = await visitor.get('/dashboard/account');
    return [...html.matchAll(/<dt>(\w+) <span class="badge[^>]*>(Yes|No)</g)].map(
      ([, name, answer]) => `${name} ${answer}`,
    );
  };
  expect(await lines()).toEqual(['read Yes', 'write Yes']);
  await app.db.user.update({ where: { id: app.owner.id }, data: { permissions: ['READ'] } });
  expect(await lines()).toEqual(['read Yes', 'write No']);
});
