// Sign-ins at a real provider on loopback that sign nobody in, and what the page and the log say (D49, D50).
import { describe, expect, test, vi } from 'vitest';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { BEGIN, changed, errorWith, openProviderApp, passMinutes } from './provider-app.ts';
import { createTraveller, shows, type Way } from './visitor.ts';

const { app, overSocket, provider, log, events, newPerson, signIn, sessions } =
  await openProviderApp();

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
    [
      'with a subject outside ASCII',
      {},
      503,
      VERIFIED,
      event('id-token-rejected', /ASCII/),
      { sub: 'Ünal' },
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
