// Users sign in and out at providers that behave as those of which `.deploy/access.md` has recipes (D49).
import { afterEach, describe, expect, test } from 'vitest';
import { linkAccount } from '../../../src/accounts/identities.ts';
import { BEHAVIOURS, type ProviderName } from '../../support/oidc-provider.ts';
import { operator } from '../../support/operator.ts';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const { app, provider, log, otherNode, newPerson, signIn } = await openProviderApp();
const names = Object.keys(BEHAVIOURS) as ProviderName[];
/** Their users need `user link`, or OIDC_TRUST_EMAIL. */
const UNVERIFIED: readonly string[] = ['Microsoft Entra ID', 'authentik'];

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

test('a stranger is rejected with a code, too (D49)', async () => {
  await newPerson({ email: 'stranger-2@example.com' });
  expect((await signIn()).page.html).toMatch(
    /No account here.*Code for the operator: \w{8}\./,
  );
});
