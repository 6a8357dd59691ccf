// Whose error it is that a sign-in at the provider fails, and what its log line says (D49, D51).
import { describe, expect, test } from 'vitest';
import { providerErrorOf } from '../../../src/accounts/provider-error.ts';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const { provider, log, otherNode, newPerson, signIn } = await openProviderApp();

const warnings = () => log.logged().filter(({ level }) => level === 'warn');
const refusals = () =>
  log.logged().filter((line) => line['event.action'] === 'sign-in-refused');

const errorWith = (code: string, description?: string) => ({
  back({ searchParams }: URL) {
    searchParams.delete('code');
    searchParams.set('error', code);
    if (description) searchParams.set('error_description', description);
  },
});

describe('an error in the answer', () => {
  test.each([
    'access_denied',
    'login_required',
    'consent_required',
    'interaction_required',
    'account_selection_required',
  ])('%s is of the user: 403, and an event', async (code) => {
    await newPerson();
    expect((await signIn(errorWith(code))).page).toMatchObject(
      shows(403, 'didn’t sign you in'),
    );
    expect(refusals()).toMatchObject([{ 'owner_api.reason': 'refused' }]);
    expect(warnings()).toEqual([]);
  });

  test.each([
    ['invalid_scope', 'openid and email'],
    ['unauthorized_client', 'authorization code'],
    ['invalid_request', 'redirect URI'],
    ['server_error', 'log of the provider'],
    ['temporarily_unavailable', 'log of the provider'],
    ['unsupported_response_type', 'authorization code'],
    ['made_up', 'log of the provider'],
  ])(
    '%s is of the operator: 503 with the request ID, and a warning',
    async (code, advice) => {
      await newPerson();
      const description = `AADSTS50105: the user 'Bob' bob@example.com\n${'is not assigned '.repeat(40)}`;
      const { page } = await signIn(errorWith(code, description), otherNode());
      expect(page).toMatchObject(shows(503, 'Ask the operator of this service'));
      const [line, ...others] = warnings().filter(({ msg }) => msg !== 'request');
      expect(others).toEqual([]);
      expect(page.html).toContain(`Request ID: ${page.headers.get('x-request-id')}`);
      const message = String(line?.['exception.message']);
      expect(line).toMatchObject({ 'error.type': 'sign_in_provider' });
      for (const said of [code, 'AADSTS50105', advice]) expect(message).toContain(said);
      expect(message).not.toMatch(/bob/i);
      expect(message.length).toBeLessThan(600);
      expect(refusals()).toEqual([]);
    },
  );
});

describe('the description of an error', () => {
  test.each([
    ['an address', 'to bob.of.accounting@example.com'],
    ['a name in quotes', "'Bob of accounting'"],
  ])('is cut without leaving a part of %s', async (_, personal) => {
    await newPerson();
    const description = `${'is not assigned '.repeat(18)}${personal}`;
    await signIn(errorWith('server_error', description), otherNode());
    const [line] = warnings().filter(({ msg }) => msg !== 'request');
    expect(line?.['exception.message']).toContain('is not assigned');
    expect(line?.['exception.message']).not.toMatch(/bob/i);
  });

  test('takes no time worth noting, however long it is', () => {
    const before = process.cpuUsage();
    for (const text of ['a', `"'`]) {
      const [error, description] = ['server_error', text.repeat(40_000)];
      const name = 'AuthorizationResponseError';
      const { message } = providerErrorOf(
        Object.assign(new Error(name), { name, error, error_description: description }),
      );
      expect(message.length).toBeLessThan(600);
    }
    const { user } = process.cpuUsage(before);
    expect(user).toBeLessThan(2_000_000);
  });
});

type Instead = (typeof provider)['instead'];

/** The provider, with another response of one of its endpoints. */
const answering = (endpoint: string, status: number, type: string, text: string): Instead =>
  function instead(request, response) {
    if (new URL(request.url ?? '', provider.issuer).pathname === endpoint)
      response.writeHead(status, { 'Content-Type': type, Location: '/elsewhere' }).end(text);
    else void provider.answer(request, response);
  };

const DISCOVERY = '/.well-known/openid-configuration';

describe('a provider that answers is not called silent', () => {
  test.each([
    [DISCOVERY, 301, 'text/html', ''],
    [DISCOVERY, 404, 'text/html', 'no'],
    [DISCOVERY, 500, 'application/json', '{}'],
    [DISCOVERY, 200, 'text/html', '<h1>Hello</h1>'],
    ['/jwks', 500, 'text/html', 'no'],
    ['/token', 201, 'application/json', '{}'],
    ['/token', 200, 'text/html', '<h1>Hello</h1>'],
    ['/token', 400, 'application/json', '{"error":"unauthorized_client"}'],
    ['/me', 403, 'application/json', '{}'],
    ['/me', 404, 'text/html', 'no'],
    ['/me', 500, 'text/html', 'no'],
  ])('%s with %i %s %s: the log names them, and what was expected', async (...given) => {
    const [endpoint, status] = given;
    await newPerson();
    const traveller = createTraveller(otherNode());
    const answer = endpoint === DISCOVERY ? undefined : await traveller.answerOf();
    provider.instead = answering(...given);
    const page = answer ? await traveller.arrive(answer) : await traveller.begin();
    expect(page).toMatchObject(shows(503, 'couldn’t verify the response'));
    const said = warnings().map((line) => line['exception.message']);
    expect(said).toContainEqual(
      expect.stringContaining(`${provider.issuer}${endpoint} returned ${status}`),
    );
    expect(said).toContainEqual(expect.stringMatching(/expected status 200 and JSON/));
  });

  test('an endpoint without TLS of an issuer with it is named', () => {
    const cause = new URL('http://accounts.example.com/token');
    const code = 'OAUTH_HTTP_REQUEST_FORBIDDEN';
    const inner = Object.assign(new Error('only requests to HTTPS are allowed', { cause }), {
      code,
    });
    const error = Object.assign(new Error(inner.message, { cause: inner }), { code });
    const { failure, message } = providerErrorOf(error);
    expect([failure, message]).toEqual([
      'invalid',
      'only requests to HTTPS are allowed: http://accounts.example.com/token',
    ]);
  });

  test('one cause hides no other', async () => {
    await newPerson();
    const node = otherNode();
    for (const [endpoint, status] of [
      [DISCOVERY, 404],
      [DISCOVERY, 500],
      [DISCOVERY, 404],
    ] as const) {
      provider.instead = answering(endpoint, status, 'text/html', 'no');
      await createTraveller(node).begin();
    }
    const causes = warnings().filter((line) => line['error.type'] === 'sign_in_provider');
    expect(
      causes.map((line) => /returned (\d+)/.exec(line['exception.message'])?.[1]),
    ).toEqual(['404', '500']);
  });
});
