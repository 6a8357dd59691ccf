// A provider that fails: whose error it is, and what the page and the log say (D49, D51).
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProvider, stateParameter } from '../../../src/accounts/provider.ts';
import { providerErrorOf } from '../../../src/accounts/provider-error.ts';
import { withDeadline } from '../../../src/request-scope.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { errorWith, openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const { provider, log, events, causes, nodeWith, newPerson, signIn } =
  await openProviderApp();

const MEGABYTE = 1024 * 1024;

function* spaces() {
  for (;;) yield Buffer.alloc(64 * 1024, ' ');
}

/** Those of sign-ins, without the lines of requests. */
const warnings = () =>
  log.logged().filter(({ level, msg }) => level === 'warn' && msg !== 'request');

test.each([
  ['invalid_scope', 'openid and email'],
  ['unauthorized_client', 'authorization code'],
  ['invalid_request', 'redirect URI'],
  ['server_error', 'log of the provider'],
  ['temporarily_unavailable', 'log of the provider'],
  ['unsupported_response_type', 'authorization code'],
  ['made_up', 'log of the provider'],
])(
  'the error %s is of the operator: 503 with the request ID, and a warning',
  async (code, advice) => {
    await newPerson();
    const description = `AADSTS50105: the user 'Bob' bob@example.com\n${'is not assigned '.repeat(40)}`;
    const { page } = await signIn(errorWith(code, description), nodeWith({}));
    expect(page).toMatchObject(shows(503, 'Ask the operator of this service'));
    const [line, ...others] = warnings();
    expect(others).toEqual([]);
    expect(page.html).toContain(`Request ID: ${page.headers.get('x-request-id')}`);
    const message = String(line?.['exception.message']);
    expect(line).toMatchObject({ 'error.type': 'sign_in_provider' });
    for (const said of [code, 'AADSTS50105', advice]) expect(message).toContain(said);
    expect(message).not.toMatch(/bob/i);
    expect(message.length).toBeLessThan(600);
    expect(events()).toEqual([]);
  },
);

describe('the description of an error', () => {
  test.each([
    ['an address', 'to bob.of.accounting@example.com'],
    ['a name in quotes', "'Bob of accounting'"],
  ])('is cut without leaving a part of %s', async (_, personal) => {
    await newPerson();
    const description = `${'is not assigned '.repeat(18)}${personal}`;
    await signIn(errorWith('server_error', description), nodeWith({}));
    const [line] = warnings();
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

type Instead = NonNullable<TestProvider['instead']>;

/** The provider, with another response of one of its endpoints. */
const at = (endpoint: string, answer: Instead): Instead =>
  function instead(request, response) {
    const { pathname } = new URL(request.url ?? '', provider.issuer);
    return (pathname === endpoint ? answer : provider.answer)(request, response);
  };

const answers = (status: number, type: string, text: string): Instead =>
  function instead(_, response) {
    response.writeHead(status, { 'Content-Type': type, Location: '/elsewhere' }).end(text);
  };

const DISCOVERY = '/.well-known/openid-configuration';
const INVALID = 'couldn’t verify the response';
const [JSON_TYPE, HTML] = ['application/json', 'text/html'];
const closes: Instead = ({ socket }) => void socket.destroy();
const silent: Instead = () => {};

describe('a provider that fails', () => {
  test.each<[endpoint: string, is: string, answer: Instead]>([
    [DISCOVERY, 'closes the connection', closes],
    ['/token', 'closes the connection', closes],
    [DISCOVERY, 'is silent', silent],
    ['/token', 'is silent', silent],
    [DISCOVERY, 'returned 301', answers(301, HTML, '')],
    [DISCOVERY, 'returned 404', answers(404, HTML, 'no')],
    [DISCOVERY, 'returned 500', answers(500, JSON_TYPE, '{}')],
    [DISCOVERY, 'returned 200', answers(200, HTML, '<h1>Maintenance</h1>')],
    [DISCOVERY, 'has no metadata', answers(200, JSON_TYPE, '{"a":1}')],
    ['/jwks', 'returned 500', answers(500, HTML, 'no')],
    ['/token', 'returned 201', answers(201, JSON_TYPE, '{}')],
    ['/token', 'returned 200', answers(200, HTML, '<h1>Hello</h1>')],
    ['/token', 'returned 400', answers(400, JSON_TYPE, '{"error":"unauthorized_client"}')],
    ['/me', 'returned 403', answers(403, JSON_TYPE, '{}')],
    ['/me', 'returned 404', answers(404, HTML, 'no')],
    ['/me', 'returned 500', answers(500, HTML, 'no')],
  ])('%s %s: 503 with an explanation, and then it recovers', async (endpoint, is, answer) => {
    await newPerson();
    const traveller = createTraveller(nodeWith({}));
    if (endpoint === DISCOVERY) provider.instead = at(endpoint, answer);
    const begun = await traveller.begin();
    const back = begun.status === 503 ? undefined : await traveller.answerOf();
    provider.instead = at(endpoint, answer);
    const page = back ? await traveller.arrive(back) : begun;
    const isAway = [closes, silent].includes(answer);
    expect(page).toMatchObject(shows(503, isAway ? 'isn’t responding' : INVALID));
    expect(page.html).toContain('127.0.0.1');
    expect(page.headers.get('retry-after')).toBe('2');
    expect(warnings()).toMatchObject([{ 'error.type': 'sign_in_provider' }]);
    if (is.startsWith('returned')) {
      const [cause] = causes().filter(Boolean);
      expect(cause).toContain(`${provider.issuer}${endpoint} ${is}`);
      expect(cause).toMatch(/expected status 200 and JSON/);
    }
    provider.instead = undefined;
    expect(await traveller.signIn()).toMatchObject({ status: 303 });
  });

  test.each([
    [
      '/realm',
      '{issuer}/realm/',
      'is "{issuer}/realm", but the provider names "{issuer}/realm/"',
    ],
    // Equal as URLs.
    ['', '{issuer}/', 'is "{issuer}", but the provider names "{issuer}/"'],
    ['', 'https://evil.example', 'but the provider names "https://evil.example"'],
    ['', 'https://sts.windows.net/{tenantid}/', 'the ID of your tenant'],
  ])('whose issuer at "%s" is %s is named with what to set', async (own, named, said) => {
    const filled = (text: string) => text.replaceAll('{issuer}', provider.issuer);
    const issuer = provider.issuer + own;
    const metadata = { issuer: filled(named), authorization_endpoint: issuer };
    provider.instead = answers(200, JSON_TYPE, JSON.stringify(metadata));
    log.lines.length = 0;
    expect(await createTraveller(nodeWith({ issuer })).begin()).toMatchObject(
      shows(503, INVALID),
    );
    expect(causes()).toContainEqual(expect.stringContaining(filled(said)));
  });

  test.each([DISCOVERY, '/token', '/jwks', '/me'])(
    'and never ends its response of %s: reads a few megabytes of it',
    async (endless) => {
      await newPerson();
      const closed = Promise.withResolvers<number>();
      provider.instead = at(endless, (_, response) => {
        response.writeHead(200, { 'Content-Type': JSON_TYPE });
        const { socket } = response;
        socket?.once('close', () => closed.resolve(socket.bytesWritten));
        Readable.from(spaces()).pipe(response);
      });
      const traveller = createTraveller(nodeWith({}));
      const begun = await traveller.begin();
      const { status } = begun.status === 503 ? begun : await traveller.signIn();
      expect(status).toBe(503);
      expect(await closed.promise).toBeLessThan(20 * MEGABYTE);
    },
  );

  test.each([DISCOVERY, '/token'])(
    'whose response of %s arrives after the request has run out of time is away',
    async (endpoint) => {
      const { issuer, settings } = provider;
      const client = createProvider(settings, `${issuer}/answer`);
      const attempt = { secret: 'secret', startedAt: 0, isFresh: false };
      const state = stateParameter(attempt.secret);
      const authorize = () => client.authorizationUrl(attempt);
      const signIn = () =>
        client.signIn(new URLSearchParams({ code: 'x', state, iss: issuer }), attempt);
      if (endpoint === '/token') await authorize();
      const milliseconds = 100;
      provider.instead = at(endpoint, async (request, response) => {
        await setTimeout(milliseconds);
        await provider.answer(request, response);
      });
      await expect(
        withDeadline<Promise<unknown>>(
          milliseconds,
          endpoint === '/token' ? signIn : authorize,
        ),
      ).rejects.toMatchObject({ failure: 'away' });
    },
  );

  test('whose response is no JSON is not quoted in the log, which would show a token', async () => {
    await newPerson();
    const traveller = createTraveller(nodeWith({}));
    const back = await traveller.answerOf();
    provider.instead = at('/token', answers(200, JSON_TYPE, '{"access_token":secret}'));
    expect(await traveller.arrive(back)).toMatchObject(shows(503, INVALID));
    expect(warnings()).toHaveLength(1);
    expect(log.lines.join('')).not.toContain('secret');
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

  test('with one cause hides no other', async () => {
    await newPerson();
    const node = nodeWith({});
    for (const status of [404, 500, 404]) {
      provider.instead = at(DISCOVERY, answers(status, HTML, 'no'));
      await createTraveller(node).begin();
    }
    const statuses = causes().flatMap(
      (cause) => /returned (\d+)/.exec(cause ?? '')?.[1] ?? [],
    );
    expect(statuses).toEqual(['404', '500']);
  });

  test('a rotated client secret is read again for the next sign-in, without a restart', async () => {
    await newPerson();
    let clientSecret = 'rotated';
    const node = nodeWith({ clientSecret: () => clientSecret });
    expect((await signIn({}, node)).page).toMatchObject(shows(503, 'contact the operator'));
    clientSecret = provider.settings.clientSecret();
    expect((await signIn({}, node)).page).toMatchObject({ status: 303 });
  });
});
