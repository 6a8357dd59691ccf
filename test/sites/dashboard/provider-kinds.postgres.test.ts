// Users sign in and out at providers that behave as those of which `.deploy/access.md` has recipes (D49).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { linkAccount } from '../../../src/accounts/identities.ts';
import { BEHAVIOURS, type ProviderName } from '../../support/oidc-provider.ts';
import { operator } from '../../support/operator.ts';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, type Page, shows, signOutThere } from './visitor.ts';

const { app, provider, log, otherNode, newPerson, signIn } = await openProviderApp();
const names = Object.keys(BEHAVIOURS) as ProviderName[];
/** Their users need `user link`, or OIDC_TRUST_EMAIL. */
const UNVERIFIED: readonly string[] = ['Microsoft Entra ID', 'authentik'];

test('.deploy/access.md has a recipe of at most five settings for each of them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../.deploy/access.md'), 'utf8');
  for (const name of names) {
    const [, recipe = ''] = page.split(`\n### ${name}\n`);
    const lines = recipe.split('\n#', 1).join('').trim().split('\n');
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.at(-1)).toMatch(`documentation; tried with the test provider as ${name}.`);
    expect(lines.filter((line) => line.includes('`OIDC_ISSUER'))).toHaveLength(1);
  }
});

afterEach(() => provider.behaveAs({}));

const trusting = () => otherNode({ provider: { ...provider.settings, trustsEmail: true } });

describe.each(names)('at a provider that behaves as %s', (name) => {
  test('users sign in', async () => {
    provider.behaveAs(BEHAVIOURS[name]);
    await newPerson();
    const node = UNVERIFIED.includes(name) ? trusting() : otherNode();
    const { page } = await signIn({}, node);
    expect(page).toMatchObject({ status: 303, location: '/dashboard' });
  });
});

const NO_SIGN_OUT: readonly string[] = ['Google Workspace', 'GitLab', 'Dex'];

test.each(names)(
  '%s is offered for signing out there if it can, and leads back',
  async (name) => {
    provider.behaveAs(BEHAVIOURS[name]);
    await newPerson();
    const node = otherNode({ provider: { ...provider.settings, trustsEmail: true } });
    const { traveller } = await signIn({}, node);
    const page = await traveller.get((await traveller.signOut()).location);
    const link = signOutThere(page);
    if (NO_SIGN_OUT.includes(name)) expect(link).toBe('');
    else {
      const there = await fetch(link, { redirect: 'manual' });
      const { location = '' } = Object.fromEntries(there.headers);
      expect(location || (await there.text())).toMatch(
        /\/dashboard\/sign-in$|Sign out there|session.end.confirm/,
      );
    }
  },
);

const UNTIMED: readonly string[] = ['Google Workspace', 'GitLab', 'Dex'];
const confirmation = (page: Page) =>
  /href="([^"]*fresh=1[^"]*)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&');
const old = (method: string, userId: number) =>
  app.db
    .$executeRaw`UPDATE sessions SET created_at = now() - interval '16 minutes', method = ${method},
    authenticated_at = authenticated_at - interval '16 minutes' WHERE user_id = ${userId}`;

describe.each(names)('a sign-in at %s that is old', (name) => {
  const isUntimed = UNTIMED.includes(name);
  const title = isUntimed
    ? 'is renewed by signing out and in, which the page says at once, because the time is unknown'
    : 'is confirmed there, or by signing out and in';
  test(title, async () => {
    provider.behaveAs(BEHAVIOURS[name]);
    const { id } = await newPerson();
    const node = otherNode({ provider: { ...provider.settings, trustsEmail: true } });
    const { traveller } = await signIn({}, node);
    await old('provider', id);
    const page = await traveller.get((await traveller.open('/tokens/new')).location);
    expect(page).toMatchObject(shows(403, isUntimed ? 'doesn’t say when' : 'shows an error'));
    expect(confirmation(page) === undefined).toBe(isUntimed);
    const out = await traveller.submit(page, {});
    traveller.forgetProvider();
    const [, begin = ''] =
      /href="([^"]*provider\?form_token[^"]*)"/.exec(
        (await traveller.get(out.location)).html,
      ) ?? [];
    const from = begin.replaceAll('&amp;', '&');
    expect(await traveller.signIn({ from })).toMatchObject({
      status: 303,
      location: '/dashboard/tokens/new',
    });
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 200 });
  });
});

test('a provider that rejects prompt=login after all leaves the page with the button, as does its answer with an error', async () => {
  provider.behaveAs(BEHAVIOURS['Google Workspace']);
  const { id } = await newPerson();
  const { traveller } = await signIn();
  await old('link', id);
  const page = await traveller.get((await traveller.open('/tokens/new')).location);
  const from = confirmation(page) ?? '';
  const there = ({ searchParams }: URL) => searchParams.delete('prompt');
  const rejected = await traveller.signIn({ from, there });
  expect(rejected).toMatchObject(shows(403, 'doesn’t say when you signed in'));
  const back = ({ searchParams }: URL) => {
    searchParams.delete('code');
    searchParams.set('error', 'invalid_request');
  };
  const wrong = await traveller.signIn({ from, there, back });
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

describe.each(UNVERIFIED as ProviderName[])('%s states no verified address', (name) => {
  test('so its user is rejected with a code, which the log line has beside the subject, and an operator links them', async () => {
    provider.behaveAs(BEHAVIOURS[name]);
    const { id } = await newPerson();
    const { page } = await signIn();
    expect(page).toMatchObject(shows(403, 'verified your email address'));
    const code = /Code for the operator: ([0-9a-f]{8})\./.exec(page.html)?.[1];
    const { sub: subject } = provider.person;
    expect(log.logged().find(({ msg }) => msg === 'sign-in failed')).toMatchObject({
      'owner_api.subject': subject,
      'owner_api.subject_code': code,
    });
    await linkAccount(operator(app.db), id, { issuer: provider.issuer, subject });
    expect((await signIn()).page).toMatchObject({ status: 303 });
  });

  test('and OIDC_TRUST_EMAIL links them by the address that it sends', async () => {
    provider.behaveAs(BEHAVIOURS[name]);
    const { email } = await newPerson();
    provider.person = { ...provider.person, email: email.toUpperCase() };
    const node = trusting();
    expect((await signIn({}, node)).page).toMatchObject({ status: 303 });
    await newPerson({ email: undefined });
    expect(await createTraveller(node).signIn()).toMatchObject(
      shows(403, 'no email address'),
    );
  });
});

test('a subject that is an e-mail address is not in the log, but its code is (D51)', async () => {
  await newPerson({ sub: 'kim@example.com', email: 'stranger-3@example.com' });
  const { page } = await signIn();
  const [, code] = /Code for the operator: ([0-9a-f]{8})\./.exec(page.html) ?? [];
  const line = log.logged().find(({ msg }) => msg === 'sign-in failed');
  expect(line).toMatchObject({ 'owner_api.subject_code': code });
  expect(log.lines.join('')).not.toContain('kim@');
});

test.each(['/', '/application/o/owner-api/'])(
  'an issuer may end with a slash, as those of Auth0 and authentik do: %s',
  async (path) => {
    const issuer = provider.issuer + path;
    const metadata = { issuer, authorization_endpoint: `${issuer}authorize` };
    provider.instead = (_, response) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
    const node = otherNode({ provider: { ...provider.settings, issuer } });
    const { location } = await createTraveller(node).begin();
    expect(location).toContain(`${issuer}authorize?`);
    expect(provider.requests.at(-1)).toBe(`GET ${path}.well-known/openid-configuration`);
  },
);

test('a stranger is rejected with a code, too (D49)', async () => {
  await newPerson({ email: 'stranger-2@example.com' });
  expect((await signIn()).page.html).toMatch(
    /No account here.*Code for the operator: \w{8}\./,
  );
});
