// A session begins with an act of its user (ASVS 5.0, 7.6.2), and answers that come late or twice don't confuse (D49).
import { expect, test } from 'vitest';
import { stateParameter } from '../../../src/accounts/provider.ts';
import { BEGIN, openProviderApp } from './provider-app.ts';
import { createTraveller, createVisitor, shows } from './visitor.ts';

const { app, overSocket, provider, log, newPerson, sessions } = await openProviderApp();

test('only the button of the sign-in page in the same browser begins a sign-in, not an address', async () => {
  const { id } = await newPerson();
  const other = createVisitor(overSocket);
  const { html } = await other.open('/sign-in');
  const [, ofOther = ''] = /form_token=([\w-]+)/.exec(html) ?? [];
  const traveller = createTraveller(overSocket);
  // The provider knows the user, and would ask nothing.
  await traveller.signIn();
  await traveller.signOut();
  for (const query of ['', '&form_token=', `&form_token=${ofOther}`]) {
    const page = await traveller.get(`${BEGIN}?next=%2Fdashboard%2Fusage${query}`);
    expect(page).toMatchObject({ location: '/dashboard/sign-in?next=%2Fdashboard%2Fusage' });
    const { location } = await traveller.get(`${BEGIN}?fresh=1${query}`);
    expect(location).toBe('/dashboard/confirm?next=%2Fdashboard');
  }
  expect(await sessions(id)).toBe(0);
  expect((await traveller.signIn()).status).toBe(303);
});

const with2 = (next: string) => ({ from: `${BEGIN}?next=%2Fdashboard%2F${next}` });

test('the answer of an older tab goes on with the session of the newer one', async () => {
  const { id } = await newPerson();
  const traveller = createTraveller(overSocket);
  const older = await traveller.answerOf(with2('usage'));
  const newer = await traveller.answerOf(with2('account'));
  expect(await traveller.arrive(newer)).toMatchObject({ location: '/dashboard/account' });
  expect(await traveller.arrive(older)).toMatchObject({
    status: 303,
    location: '/dashboard/account',
  });
  expect(await sessions(id)).toBe(1);
});

test('an answer of an older tab before the newer one gets one sentence and the button, and ends nothing', async () => {
  await newPerson();
  const traveller = createTraveller(overSocket);
  const older = await traveller.answerOf(with2('usage'));
  const newer = await traveller.answerOf(with2('account'));
  const page = await traveller.arrive(older);
  expect(page).toMatchObject(shows(400, 'This sign-in has ended: sign in again.<'));
  expect(page.html).toMatch(
    /href="[^"]*provider\?form_token=[^"]*next=%2Fdashboard%2Faccount"/,
  );
  expect(await traveller.arrive(newer)).toMatchObject({ location: '/dashboard/account' });
});

test('a reload of a finished answer goes on to the page; after signing out it gets the sentence', async () => {
  const { id } = await newPerson();
  const traveller = createTraveller(overSocket);
  const answer = await traveller.answerOf(with2('usage'));
  for (let n = 0; n < 2; n++)
    expect(await traveller.arrive(answer)).toMatchObject({ location: '/dashboard/usage' });
  expect(await sessions(id)).toBe(1);
  await traveller.signOut();
  expect(await traveller.arrive(answer)).toMatchObject(shows(400, 'This sign-in has ended'));
});

test('the cookie of a finished sign-in begins none, though its state can be computed', async () => {
  await newPerson();
  const traveller = createTraveller(overSocket);
  await traveller.signIn();
  await traveller.signOut();
  provider.requests.length = 0;
  const forged = `${BEGIN}/answer?code=x&state=${stateParameter('')}`;
  const page = await traveller.get(`${forged}&iss=${encodeURIComponent(provider.issuer)}`);
  expect(page).toMatchObject(shows(400, 'This sign-in has ended'));
  expect(provider.requests).not.toContain('POST /token');
});

test('a sign-in whose account is disabled at its end is in the log (D50)', async () => {
  const { id } = await newPerson();
  const traveller = createTraveller(overSocket);
  await traveller.signIn();
  await app.db
    .$executeRaw`CREATE FUNCTION disable() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`;
  await app.db
    .$executeRaw`CREATE TRIGGER disabled BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION disable()`;
  log.lines.length = 0;
  const page = await traveller.signIn();
  await app.db.$executeRaw`DROP TRIGGER disabled ON sessions`;
  expect(page).toMatchObject(shows(400, 'This sign-in has ended'));
  expect(log.logged()).toContainEqual(
    expect.objectContaining({
      'event.action': 'sign-in-refused',
      'owner_api.reason': 'stale',
    }),
  );
  expect(await sessions(id)).toBe(0);
});
