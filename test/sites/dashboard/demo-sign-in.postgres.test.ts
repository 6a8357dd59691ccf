// The button that signs in the demo owner (D49): on this machine only, and never where others can reach the service.
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { disableUser, enableUser } from '../../../src/accounts/users.ts';
import { parseConfig } from '../../../src/config.ts';
import { DEMO_IDS } from '../../../src/demo/demo-data.ts';
import { listen } from '../../../src/http/listen.ts';
import { rawRequest } from '../../http/raw-client.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { operator } from '../../support/operator.ts';
import { createVisitor, hiddenFields, otherNode } from './visitor.ts';

const app = await createDemoApp(new Date());
afterAll(app.close);
const BUTTON = '<button type="submit">Sign in as Olivia Owner</button>';
const sessions = () => app.db.session.count();

test.each([
  ['on an address that others reach', { HOST: '0.0.0.0' }],
  ['at a public origin', { PUBLIC_ORIGIN: 'http://test.example.com' }],
  ['behind a proxy, even on the same host', { TRUSTED_PROXY_HOPS: '1' }],
  ['without demo data', { DEMO_DATA: 'off' }],
  ['in live', { SERVICE_ENVIRONMENT: 'live', DATABASE_URL: 'postgres://localhost/a' }],
])('is missing %s, and its form signs nobody in', async (_, variables) => {
  const before = await sessions();
  const here = createVisitor(app);
  const form = await here.open('/sign-in');
  const visitor = createVisitor(otherNode(app, parseConfig(variables)));
  visitor.takeCookies(here);
  expect(await visitor.html('/sign-in')).not.toContain('Sign in as');
  expect(await visitor.submit(form, {})).toMatchObject({ status: 404 });
  expect(await sessions()).toBe(before);
});

/** Requests with a Host header of their own, as a browser sends them for any name of this machine. */
async function openSocket() {
  const { port, stop } = await listen(app.app, { host: '127.0.0.1', port: 0 });
  onTestFinished(stop);
  const visitor = createVisitor(app);
  const { html } = await visitor.open('/sign-in');
  const cookies = visitor.cookieHeader();
  const form = new URLSearchParams(hiddenFields(html)).toString();
  const headers = (host: string) => `HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookies}\r\n`;
  return {
    port,
    page: (host: string) => rawRequest(port, `GET /dashboard/sign-in ${headers(host)}\r\n`),
    submit: (host: string) =>
      rawRequest(
        port,
        `POST /dashboard/sign-in ${headers(host)}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
      ),
  };
}

test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', 'owner.localhost'])(
  'signs in under %s, a name that only this machine has, with and without a port',
  async (name) => {
    const { port, page, submit } = await openSocket();
    for (const host of [name, `${name}:${port}`])
      expect((await page(host)).body).toContain(BUTTON);
    expect((await submit(name)).status).toBe(303);
  },
);

test.each([
  'evil.example',
  '127.0.0.1.evil.example',
  'localhost.evil.example:80',
  'evil.example:localhost',
  'localhost@evil.example',
  'evil.example#localhost',
  'evil.example/localhost',
  'not localhost',
  '',
])(
  'is missing under the host "%s", which another site may have given this machine, and its form signs nobody in',
  async (host) => {
    const before = await sessions();
    const { page, submit } = await openSocket();
    expect((await page(host)).body).not.toContain('Sign in as');
    expect((await submit(host)).status).toBe(404);
    expect(await sessions()).toBe(before);
  },
);

test('is missing while the demo owner is disabled, whom an open form does not sign in', async () => {
  const visitor = createVisitor(app);
  const form = await visitor.open('/sign-in');
  await disableUser(operator(app.db), DEMO_IDS.people.owner);
  expect(await visitor.html('/sign-in')).not.toContain('Sign in as');
  expect((await visitor.submit(form, {})).status).toBe(404);
  await enableUser(operator(app.db), DEMO_IDS.people.owner);
});

test('signs in the demo owner and leads to the page that asked for it, of the dashboard only', async () => {
  const elsewhere =
    '//evil.example https://evil.example/dashboard /dashboard/../graphql /dashboard//evil /dashboard\n';
  const own = ['/dashboard/tokens/7', '/dashboard/requests?token=7'];
  for (const next of [...own, ...elsewhere.split(' '), '/docs', '/graphql']) {
    const visitor = createVisitor(app);
    const page = await visitor.open(`/sign-in?next=${encodeURIComponent(next)}`);
    const { location } = await visitor.submit(page, { next });
    expect(location).toBe(own.includes(next) ? next : '/dashboard');
    expect(await visitor.html('/account')).toContain('owner@example.com');
  }
});
