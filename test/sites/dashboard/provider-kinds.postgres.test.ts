// Users sign in and out at providers that behave as those of which `.deploy/access.md` has recipes (D49).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { linkAccount } from '../../../src/accounts/identities.ts';
import { BEHAVIOURS, type ProviderName } from '../../support/oidc-provider.ts';
import { ageSignIns, operator } from '../../support/operator.ts';
import { changed, confirmation, errorWith, openProviderApp } from './provider-app.ts';
import { createTraveller, shows, signOutThere } from './visitor.ts';

const { app, provider, events, nodeWith, newPerson, signIn, sessions } =
  await openProviderApp();
const names = Object.keys(BEHAVIOURS) as ProviderName[];
/** They state a verified address in the ID token, or the operator trusts the one that is there. */
const STATED_IN_ID_TOKEN: readonly string[] = [
  'Keycloak',
  'Auth0',
  'Google Workspace',
  'authentik',
  'Dex',
];
/** Their users need `user link`, or OIDC_TRUST_EMAIL. */
const UNVERIFIED: readonly string[] = ['Microsoft Entra ID', 'authentik'];

test('.deploy/access.md has a recipe of at most four settings for each, and says once how they were tried', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../.deploy/access.md'), 'utf8');
  for (const name of names) {
    const [, recipe = ''] = page.split(`\n### ${name}\n`);
    const lines = recipe.split('\n#', 1).join('').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(4);
    expect(lines.filter((line) => line.includes('`OIDC_ISSUER'))).toHaveLength(1);
  }
  expect(page.match(/tried only with a test provider/g)).toHaveLength(1);
});

afterEach(() => provider.behaveAs({}));

const trusting = () => nodeWith({ trustsEmail: true });

/** Their ID tokens don't say when the user signed in, and they have no page to sign out. */
const SIMPLE: readonly string[] = ['Google Workspace', 'GitLab', 'Dex'];

test.each(names)(
  'at a provider that behaves as %s users sign in, renew an old sign-in by signing out here and there, and go on',
  async (name) => {
    const isSimple = SIMPLE.includes(name);
    provider.behaveAs(BEHAVIOURS[name]);
    const { id } = await newPerson();
    provider.requests.length = 0;
    const node = UNVERIFIED.includes(name) ? trusting() : nodeWith({});
    const { traveller, page } = await signIn({}, node);
    expect(page).toMatchObject({ status: 303, location: '/dashboard' });
    expect(provider.requests.includes('GET /me')).toBe(!STATED_IN_ID_TOKEN.includes(name));

    await ageSignIns(app.db);
    const asked = await traveller.get((await traveller.open('/tokens/new')).location);
    expect(asked).toMatchObject(shows(403, isSimple ? 'doesn’t say when' : 'shows an error'));
    expect(confirmation(asked) === '').toBe(isSimple);

    const out = await traveller.get((await traveller.submit(asked, {})).location);
    expect(out.headers.get('refresh')).toBeNull();
    expect(await sessions(id)).toBe(0);
    expect(out.html).toContain(isSimple ? 'You’re signed out.' : 'You’re signed out here.');
    const link = signOutThere(out);
    expect(link === '').toBe(isSimple);
    if (link) {
      const there = await fetch(link, { redirect: 'manual' });
      const { location = '' } = Object.fromEntries(there.headers);
      expect(location || (await there.text())).toMatch(
        /\/dashboard\/sign-in$|Sign out there|session.end.confirm/,
      );
    }
    traveller.forgetProvider();
    const [, begin = ''] = /href="([^"]*provider\?form_token[^"]*)"/.exec(out.html) ?? [];
    const back = await traveller.signIn({ from: begin.replaceAll('&amp;', '&') });
    expect(back).toMatchObject({ status: 303, location: '/dashboard/tokens/new' });
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 200 });
  },
);

test('a provider that rejects prompt=login after all leaves the page with the button, as does its answer with an error', async () => {
  provider.behaveAs(BEHAVIOURS['Google Workspace']);
  const { id } = await newPerson();
  const { traveller } = await signIn();
  await ageSignIns(app.db);
  await app.db.session.updateMany({ where: { userId: id }, data: { method: 'link' } });
  const page = await traveller.get((await traveller.open('/tokens/new')).location);
  const from = confirmation(page);
  const there = changed('there', { prompt: undefined });
  const rejected = await traveller.signIn({ from, ...there });
  expect(rejected).toMatchObject(shows(403, 'doesn’t say when you signed in'));
  const wrong = await traveller.signIn({ from, ...there, ...errorWith('invalid_request') });
  expect(wrong).toMatchObject(shows(503, 'can’t sign you in here'));
  for (const page of [rejected, wrong]) {
    expect(page.html).toContain('Confirm your sign-in');
    expect(page.html).toContain(
      '<input type="hidden" name="next" value="/dashboard/tokens/new">',
    );
  }
  expect((await traveller.submit(wrong, {})).location).toBe(
    '/dashboard/sign-in?state=signed-out&next=%2Fdashboard%2Ftokens%2Fnew',
  );
});

test.each(UNVERIFIED as ProviderName[])(
  '%s states no verified address: its user is rejected until an operator links them, or trusts its addresses',
  async (name) => {
    provider.behaveAs(BEHAVIOURS[name]);
    const { id } = await newPerson();
    const { page } = await signIn();
    expect(page).toMatchObject(shows(403, 'verified your email address'));
    const [, code] = /Code for the operator: ([0-9a-f]{8})\./.exec(page.html) ?? [];
    const { sub: subject } = provider.person;
    expect(events()).toMatchObject([
      { 'owner_api.subject': subject, 'owner_api.subject_code': code },
    ]);
    await linkAccount(operator(app.db), id, { issuer: provider.issuer, subject });
    expect((await signIn()).page).toMatchObject({ status: 303 });

    const { email } = await newPerson();
    provider.person = { ...provider.person, email: email.toUpperCase() };
    expect((await signIn({}, trusting())).page).toMatchObject({ status: 303 });
    await newPerson({ email: undefined });
    expect((await signIn({}, trusting())).page).toMatchObject(shows(403, 'no email address'));
  },
);

test.each(['/', '/application/o/owner-api/'])(
  'an issuer may end with a slash, as those of Auth0 and authentik do: %s',
  async (path) => {
    const issuer = provider.issuer + path;
    const metadata = { issuer, authorization_endpoint: `${issuer}authorize` };
    provider.instead = (_, response) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
    const node = nodeWith({ issuer });
    const { location } = await createTraveller(node).begin();
    expect(location).toContain(`${issuer}authorize?`);
    expect(provider.requests.at(-1)).toBe(`GET ${path}.well-known/openid-configuration`);
  },
);
