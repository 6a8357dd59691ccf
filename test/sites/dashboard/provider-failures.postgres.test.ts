// A provider that fails, which a page explains, and the limit of sign-ins that it rejects (D49).
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { FAILED_CODES } from '../../../src/sites/dashboard/sign-in-page.ts';
import type { TestProvider } from '../../support/oidc-provider.ts';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const { app, provider, log, otherNode, newPerson, signIn } = await openProviderApp();

const MEGABYTE = 1024 * 1024;

function* spaces() {
  for (;;) yield Buffer.alloc(64 * 1024, ' ');
}

describe('a provider that fails', () => {
  const answers =
    (type: string, text: string): TestProvider['instead'] =>
    (_, response) =>
      response.setHeader('Content-Type', type).end(text);

  test.each<[string, TestProvider['instead']]>([
    ['closes connections', ({ socket }) => socket.destroy()],
    ['is silent', () => {}],
    ['answers 500', (_, response) => response.writeHead(500).end('no')],
    ['answers a page', answers('text/html', '<h1>Maintenance</h1>')],
    ['answers no metadata', answers('application/json', '{"a":1}')],
    ['is another issuer', answers('application/json', '{"issuer":"https://evil.example"}')],
  ])(
    'and %s: returns 503 with an explanation, before the redirect and after it, and then recovers',
    async (_, instead) => {
      await newPerson();
      const traveller = createTraveller(otherNode());
      provider.instead = instead;
      const page = await traveller.begin();
      expect(page).toMatchObject(shows(503, '127.0.0.1'));
      expect(page.html).toMatch(/isn’t responding|couldn’t verify the response/);
      expect(page.headers.get('retry-after')).toBe('2');
      const told = log.logged().map((line) => line['error.type']);
      expect(told).toContain('sign_in_provider');
      provider.instead = undefined;
      const answer = await traveller.answerOf();
      provider.instead = instead;
      expect(await traveller.arrive(answer)).toMatchObject({ status: 503 });
      provider.instead = undefined;
      expect(await traveller.signIn()).toMatchObject({ status: 303 });
    },
  );

  test.each([
    ['/realm', '/realm/'],
    // Equal as URLs.
    ['', '/'],
  ])(
    'whose issuer differs by a slash is named with both values in the log: "%s"',
    async (own, named) => {
      const issuer = provider.issuer + own;
      const metadata = { issuer: provider.issuer + named, authorization_endpoint: issuer };
      provider.instead = answers('application/json', JSON.stringify(metadata));
      const node = otherNode({ provider: { ...provider.settings, issuer } });
      expect(await createTraveller(node).begin()).toMatchObject(
        shows(503, 'couldn’t verify'),
      );
      provider.instead = undefined;
      const said = log.logged().map((line) => line['exception.message']);
      const both = `OIDC_ISSUER is "${issuer}", but the provider names "${provider.issuer}${named}"`;
      expect(said).toContainEqual(expect.stringContaining(both));
    },
  );

  test('whose issuer is one for all tenants is named with what to set', async () => {
    const metadata = { issuer: 'https://sts.windows.net/{tenantid}/' };
    provider.instead = answers('application/json', JSON.stringify(metadata));
    const node = otherNode();
    await createTraveller(node).begin();
    const said = log.logged().map((line) => line['exception.message']);
    expect(said).toContainEqual(expect.stringContaining('the ID of your tenant'));
  });

  test.each(['/.well-known/openid-configuration', '/token', '/jwks', '/me'])(
    'and never ends its response of %s: reads a few megabytes of it',
    async (endless) => {
      await newPerson();
      const closed = Promise.withResolvers<number>();
      provider.instead = (request, response) => {
        if (new URL(request.url ?? '', provider.issuer).pathname !== endless) {
          void provider.answer(request, response);
          return;
        }
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const { socket } = response;
        socket?.once('close', () => closed.resolve(socket.bytesWritten));
        Readable.from(spaces()).pipe(response);
      };
      const traveller = createTraveller(otherNode());
      const begun = await traveller.begin();
      const { status } = begun.status === 503 ? begun : await traveller.signIn();
      expect(status).toBe(503);
      expect(await closed.promise).toBeLessThan(20 * MEGABYTE);
    },
  );

  test('a rotated client secret is read again for the next sign-in, without a restart', async () => {
    await newPerson();
    let clientSecret = 'rotated';
    const node = otherNode({
      provider: { ...provider.settings, clientSecret: () => clientSecret },
    });
    expect((await signIn({}, node)).page).toMatchObject(shows(503, 'contact the operator'));
    clientSecret = provider.settings.clientSecret();
    expect((await signIn({}, node)).page).toMatchObject({ status: 303 });
  });
});

test("cancelled sign-ins and ones without a code don't keep out others in their network (D49)", async () => {
  await newPerson();
  const neighbour = createTraveller(app, '198.51.100.3');
  const withoutCode = ({ searchParams }: URL) => searchParams.delete('code');
  for (const [way, status] of [
    [{ refuses: true }, 403] as const,
    [{ back: withoutCode }, 400] as const,
  ])
    for (let n = 0; n < 51; n++) expect((await neighbour.signIn(way)).status).toBe(status);
  provider.person = { sub: 'of nobody', email: 'nobody@example.com', email_verified: true };
  for (let n = 0; n < 51; n++) expect((await neighbour.signIn()).status).toBe(403);
  await newPerson();
  expect((await createTraveller(app, '198.51.100.3').signIn()).status).toBe(303);
});

test("50 rejected codes use up a network's limit; successes and other networks don't count", async () => {
  await newPerson();
  const traveller = createTraveller(app, '198.51.100.1');
  const madeUp = { back: ({ searchParams }: URL) => searchParams.set('code', 'x') };
  for (let n = 0; n < 25; n++) {
    expect((await traveller.signIn()).status).toBe(303);
    for (const way of [madeUp, madeUp])
      expect((await traveller.signIn(way)).status).toBe(400);
  }
  provider.requests.length = 0;
  const page = await traveller.signIn();
  expect(page).toMatchObject(shows(429, 'Too many failed attempts. Try again in 15 minutes'));
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(provider.requests).not.toContain('POST /token');
  expect((await createTraveller(app, '198.51.100.2').signIn()).status).toBe(303);
});

test('more people of a network sign in at once than may fail, and none of them uses up its limit (D49)', async () => {
  await newPerson();
  const people = Array.from({ length: FAILED_CODES.points + 10 }, () =>
    createTraveller(app, '198.51.100.4'),
  );
  const answers: URL[] = [];
  for (const traveller of people) answers.push(await traveller.answerOf());
  const atProvider: (() => void)[] = [];
  provider.instead = (request, response) => {
    const proceed = () => void provider.answer(request, response);
    if (request.url !== '/token') return proceed();
    atProvider.push(proceed);
    // The provider is slow: nobody's sign-in ends before everybody's has begun.
    if (atProvider.length === people.length) for (const one of atProvider) one();
  };
  const pages = await Promise.all(
    people.map(async (traveller, index) => traveller.arrive(answers[index] as URL)),
  );
  // On a busy machine some take longer than a request may.
  const statuses = pages.map(({ status }) => (status === 503 ? 303 : status));
  expect(new Set(statuses)).toEqual(new Set([303]));
});
