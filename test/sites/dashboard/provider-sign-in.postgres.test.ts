// Signing in with a real provider on loopback: who is found, and linked to the account there (D49).
import { describe, expect, test } from 'vitest';
import { unlinkUser } from '../../../src/accounts/identities.ts';
import { disableUser, renameUser } from '../../../src/accounts/users.ts';
import { lock } from '../../support/lock.ts';
import { operator } from '../../support/operator.ts';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const {
  app,
  overSocket,
  provider,
  log,
  events,
  newPerson,
  signIn,
  identities,
  sessions,
  account,
} = await openProviderApp();

describe('a user whom the provider has signed in (D49)', () => {
  test('is found by the verified e-mail address at first, and then by issuer and subject', async () => {
    const { id, email } = await newPerson();
    const { traveller, page } = await signIn();
    expect([page.status, page.html, page.location]).toEqual([303, '', '/dashboard']);
    expect(await account(traveller)).toContain(email);
    const { sub } = provider.person;
    expect(await identities(id)).toMatchObject([{ issuer: provider.issuer, subject: sub }]);
    const line = {
      'owner_api.through': 'provider',
      'owner_api.user_id': id,
      'client.address': '192.0.2.1',
    };
    const actions = ['provider-linked', 'signed-in'];
    expect(events()).toMatchObject(
      actions.map((action) => ({ ...line, 'event.action': action })),
    );

    provider.person = { sub, email: app.rival.email, email_verified: false };
    expect(await account((await signIn()).traveller)).toContain(email);
    expect(await identities(id)).toHaveLength(1);
  });

  test('has no email address, code, state or session in the log (D50)', async () => {
    const { email } = await newPerson();
    const traveller = createTraveller(app);
    const answer = await traveller.answerOf();
    await traveller.arrive(answer);
    const sent = ['code', 'state'].map((name) => answer.searchParams.get(name) ?? '');
    for (const secret of [email, ...sent, ...traveller.cookies.values()])
      expect(log.lines.join('')).not.toContain(secret);
  });

  test('is rejected with a code, which the log has instead of an e-mail address and its subject (D51)', async () => {
    await newPerson({ sub: 'lee@example.com', email: 'stranger@example.com' });
    const { page } = await signIn();
    const [, code] =
      /No account here.*Code for the operator: (\w{8})\./.exec(page.html) ?? [];
    expect(events()).toMatchObject([
      {
        'owner_api.account': expect.stringMatching(/^st… [0-9a-f]{8}$/),
        'owner_api.subject_code': code,
      },
    ]);
    expect(log.lines.join('')).not.toMatch(/lee@|stranger@/);
  });

  test.each([
    ['verified by the string "true"', (email: string) => email, 'true'],
    ['in decomposed Unicode', (email: string) => email.normalize('NFD'), true],
    ['in upper case, outside ASCII too', (email: string) => email.toUpperCase(), true],
  ])('is found with an e-mail address %s (D49)', async (_, sent, verified) => {
    const { id } = await newPerson();
    const email = `Ünal-Jürgen-${id}@example.com`;
    await renameUser(operator(app.db), id, { email, name: undefined });
    provider.person = { sub: `found-${id}`, email: sent(email), email_verified: verified };
    expect((await signIn()).page).toMatchObject({ status: 303 });
    expect(await identities(id)).toHaveLength(1);
  });

  test('learns that they are disabled, whether linked before or not', async () => {
    for (const linked of [0, 1]) {
      const { id } = await newPerson();
      if (linked) await signIn();
      await disableUser(operator(app.db), id);
      expect((await signIn()).page).toMatchObject(
        shows(403, 'This account is disabled. Contact the operator'),
      );
      expect([(await identities(id)).length, await sessions(id)]).toEqual([linked, 0]);
    }
  });

  test("can't use another provider account until an operator unlinks the first, which ends the sessions", async () => {
    const { id, email } = await newPerson();
    const { traveller } = await signIn();
    const sub = `${provider.person.sub}-other`;
    provider.person = { sub, email, email_verified: true };
    expect((await signIn()).page).toMatchObject({ status: 403 });
    await unlinkUser(operator(app.db), id);
    expect(await traveller.open('/tokens/new')).toMatchObject({ status: 303 });
    expect(await sessions(id)).toBe(0);
    expect((await signIn()).page).toMatchObject({ status: 303 });
    expect(await identities(id)).toMatchObject([{ subject: sub }]);
  });

  test('gets no session from an account that is unlinked during the sign-in, as the log says (D50)', async () => {
    const { id } = await newPerson();
    await signIn();
    await app.db.session.deleteMany({ where: { userId: id } });
    const unlinked = 'DELETE FROM identities WHERE user_id = $1';
    const { untilOneWaits, release } = await lock(app, unlinked, id);
    const signingIn = signIn({}, overSocket);
    await untilOneWaits();
    await release();
    expect((await signingIn).page).toMatchObject(shows(400, 'This sign-in has ended'));
    expect(events().at(-1)).toMatchObject({
      'event.action': 'sign-in-refused',
      'owner_api.reason': 'stale',
    });
    expect(await sessions(id)).toBe(0);
  });

  test('is linked once by many sign-ins at once, and to only one of two accounts', async () => {
    const { id, email } = await newPerson();
    const answers: [ReturnType<typeof createTraveller>, URL][] = [];
    for (const sub of ['one', 'one', 'one', 'two', 'two']) {
      provider.person = { sub: `${email} ${sub}`, email, email_verified: true };
      const traveller = createTraveller(app);
      answers.push([traveller, await traveller.answerOf()]);
    }
    const pages = await Promise.all(
      answers.map(([traveller, answer]) => traveller.arrive(answer)),
    );
    const [identity, ...others] = await identities(id);
    expect(others).toEqual([]);
    const isFirst = identity?.subject.endsWith('one');
    expect(pages.map(({ status }) => status)).toEqual(
      isFirst ? [303, 303, 303, 403, 403] : [403, 403, 403, 303, 303],
    );
  });
});
