// Signing in with a real provider on loopback (D49): who is signed in, and who isn't.
import { describe, expect, test, vi } from 'vitest';
import { unlinkUser } from '../../../src/accounts/identities.ts';
import { disableUser, renameUser } from '../../../src/accounts/users.ts';
import { lock } from '../../support/lock.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { operator } from '../../support/operator.ts';
import { BEGIN, changed, errorWith, openProviderApp, passMinutes } from './provider-app.ts';
import { createTraveller, shows, type Way } from './visitor.ts';

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

const kim = { name: 'Kim', email: 'kim@example.com', permissions: [] };
await app.db.user.create({ data: kim });

describe('nobody is signed in (D49)', () => {
  const VERIFIED = 'couldn’t verify the response';
  const ENDED = 'This sign-in has ended: sign in again.';
  const ELSEWHERE = 'This sign-in has expired or began in another browser.';
  const OTHER_ISSUER = 'This response isn’t from 127.0.0.1';
  const UNVERIFIED = 'hasn’t verified your email address';
  const UNSTATED = 'doesn’t say whether it has verified your email address';

  const event = (action: string, reason?: RegExp) => ({
    'event.action': action,
    ...(reason && { 'owner_api.reason': expect.stringMatching(reason) }),
  });
  const refused = (reason: RegExp) => event('sign-in-refused', reason);
  const FORGED_STATE = event('sign-in-state-rejected');

  const anHourAgo: NonNullable<TestProvider['instead']> = (request, response) => {
    passMinutes(-60);
    response.once('finish', () => vi.useRealTimers());
    return provider.answer(request, response);
  };
  const expired: Way = { back: () => Object.assign(provider, { instead: anHourAgo }) };
  const late: Way = { back: () => passMinutes(10.1) };

  test.each<[string, Way, number, string, event?: object | undefined, claims?: object]>([
    [
      'if nobody has the e-mail address',
      {},
      403,
      'No account here',
      refused(/^unknown$/),
      { email: 'Stranger@example.com' },
    ],
    [
      'with an address that is not verified',
      {},
      403,
      UNVERIFIED,
      refused(/^unverified$/),
      { email_verified: false },
    ],
    [
      'with one that a string calls unverified',
      {},
      403,
      UNVERIFIED,
      refused(/^unverified$/),
      { email_verified: 'false' },
    ],
    [
      'with one that may not be verified',
      {},
      403,
      UNSTATED,
      refused(/^unstated$/),
      { email_verified: undefined },
    ],
    [
      'without an e-mail address',
      {},
      403,
      'sent no email address',
      refused(/^noEmail$/),
      { email: undefined },
    ],
    [
      'by an address that Unicode folds to theirs',
      {},
      403,
      'No account here',
      refused(/^unknown$/),
      { email: '\u212Aim@example.com' },
    ],
    [
      'by their address with a space',
      {},
      403,
      'No account here',
      refused(/^unknown$/),
      { email: ' kim@example.com' },
    ],
    ['by an address with NUL', {}, 503, VERIFIED, undefined, { email: 'ki\0m@example.com' }],
    [
      'with another nonce',
      changed('there', { nonce: 'other' }),
      503,
      VERIFIED,
      event('id-token-rejected', /nonce/),
    ],
    [
      'for another PKCE challenge',
      changed('there', { code_challenge: 'x'.repeat(43) }),
      400,
      ENDED,
      refused(/^badCode$/),
    ],
    [
      'by a response from another issuer',
      changed('back', { iss: 'https://evil.example' }),
      400,
      OTHER_ISSUER,
      refused(/^otherIssuer$/),
    ],
    [
      'by a response without the issuer, which this provider requires',
      changed('back', { iss: undefined }),
      400,
      OTHER_ISSUER,
      refused(/^otherIssuer$/),
    ],
    ['without a state', changed('back', { state: undefined }), 400, ENDED, FORGED_STATE],
    ['with another state', changed('back', { state: 'other' }), 400, ENDED, FORGED_STATE],
    ['without a code', changed('back', { code: undefined }), 400, ENDED, refused(/^stale$/)],
    [
      'with an invented code',
      changed('back', { code: 'a\0é' }),
      400,
      ENDED,
      refused(/^badCode$/),
    ],
    [
      'by a response that declines',
      { refuses: true },
      403,
      'didn’t sign you in',
      refused(/^refused$/),
    ],
    ...[
      'access_denied',
      'login_required',
      'consent_required',
      'interaction_required',
      'account_selection_required',
    ].map((code): [string, Way, number, string, object] => [
      `by the user’s error ${code}`,
      errorWith(code),
      403,
      'didn’t sign you in',
      refused(/^refused$/),
    ]),
    ['after more than ten minutes', late, 400, ENDED, FORGED_STATE],
    ['with an expired ID token', expired, 503, VERIFIED, event('id-token-rejected', /exp/)],
  ])('%s, and the log says so (D50)', async (_, way, status, sentence, logged, claims) => {
    const { id } = await newPerson(claims);
    const users = await app.db.user.count();
    const { page, traveller } = await signIn(way, overSocket);
    expect(page).toMatchObject(shows(status, sentence));
    const common = {
      level: 'notice',
      'owner_api.through': 'provider',
      'client.address': '127.0.0.1',
    };
    expect(events()).toMatchObject(logged ? [{ ...common, ...logged }] : []);
    expect(page.html).toContain(`href="${BEGIN}`);
    expect(await sessions(id)).toBe(0);
    expect([await app.db.identity.count(), await app.db.user.count()]).toEqual([0, users]);
    expect(await traveller.open()).toMatchObject({ status: 303 });
  });

  test('with a signature by an unpublished key; a newly published key works at once', async () => {
    await newPerson();
    await signIn({}, overSocket);
    await provider.rotateKeys({ isPublished: false });
    expect((await signIn({}, overSocket)).page).toMatchObject(shows(503, VERIFIED));
    expect(events().at(-1)).toMatchObject(event('id-token-rejected', /JWT/));
    await provider.rotateKeys({ isPublished: true });
    expect((await signIn({}, overSocket)).page).toMatchObject({ status: 303 });
  });

  test('in another browser, with a different cookie, or a second time', async () => {
    const { id } = await newPerson();
    const traveller = createTraveller(overSocket);
    const answer = await traveller.answerOf();
    const cookie = traveller.cookies.get('dashboard_attempt') ?? '';
    const text = decodeURIComponent(cookie);
    const ended = async (value: string, sentence: string) => {
      const other = createTraveller(overSocket);
      other.cookies.set('dashboard_attempt', value);
      expect(await other.arrive(answer)).toMatchObject(shows(400, sentence));
    };
    for (const changed of ['', text.replace('false', 'true'), `x${text}`, 'x'])
      await ended(encodeURIComponent(changed), ELSEWHERE);
    expect(events()[0]).toMatchObject(FORGED_STATE);
    expect(await traveller.arrive(answer)).toMatchObject({ status: 303 });
    await ended(cookie, ENDED);
    await ended(traveller.cookies.get('dashboard_attempt') ?? '', ENDED);
    expect(await sessions(id)).toBe(1);
  });

  test('and ten forged answers a minute are logged for a network, and those of others (D50)', async () => {
    log.lines.length = 0;
    const made = (address: string) =>
      createTraveller(app, address).get(`${BEGIN}/answer?state=x&code=y`);
    for (let n = 0; n < 30; n++) await made('198.51.100.9');
    for (let n = 0; n < 3; n++) await made('198.51.100.10');
    const addresses = events().map((line) => line['client.address']);
    const of = (address: string) => addresses.filter((one) => one === address).length;
    expect([of('198.51.100.9'), of('198.51.100.10')]).toEqual([10, 3]);
  });
});

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
