// The account page: the permissions, and the end of all sessions of its user.
import { expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { newSession, operator } from '../../support/operator.ts';
import { createVisitor, signedIn } from './visitor.ts';

const app = await openTestApp();

test('signs out everywhere: in this browser and in all others of the user, whose tokens keep working', async () => {
  const [visitor, rival, other] = [
    await signedIn(app),
    await signedIn(app, app.rival),
    createVisitor(app),
  ];
  const by = operator(app.db);
  other.cookies.set('dashboard_session', await newSession(by, app.owner.id));
  expect(await other.open()).toMatchObject({ status: 200 });
  const { location, headers } = await visitor.fill('/account');
  expect(location).toBe('/dashboard/sign-in?state=signed-out');
  expect(headers.get('clear-site-data')).toBe('"storage"');
  expect(visitor.cookies.has('dashboard_session')).toBe(false);
  expect([(await other.open()).status, (await rival.open()).status]).toEqual([303, 200]);
  expect(await app.readProduct(999999)).toMatchObject({ status: 404 });
});

test('shows the permissions at the time of the request (D5)', async () => {
  const visitor = await signedIn(app);
  await app.db.user.update({ where: { id: app.owner.id }, data: { permissions: ['READ'] } });
  expect(await visitor.html('/account')).toContain('<dt>Permissions</dt><dd>read<');
});
