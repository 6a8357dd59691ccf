// The log line of a request (D51): its client, operation and error.
import { beforeEach, expect, test } from 'vitest';
import { BASE, openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';

const AGENT = 'shop/1.2 (+https://shop.example)';

const { logger, lines, logged } = recordedLog('trace');
const app = await openTestApp({ logger });

beforeEach(() => void lines.splice(0));

const last = () => logged().at(-1);
const read = (path: string, agent = AGENT) =>
  app.rest('GET', path, undefined, { headers: { 'User-Agent': agent } });

test('a line has the client, the path template, the operation, its error, the user and the token (D51)', async () => {
  const { headers } = await read('/product/999999?x=hidden');
  expect(logged()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'http.request.method': 'GET',
      'url.path': `${BASE}/product/999999`,
      'http.route': `${BASE}/product/{id}`,
      'http.response.status_code': 404,
      'http.server.request.duration': expect.any(Number),
      'client.address': 'local',
      'user_agent.original': AGENT,
      'owner_api.surface': 'rest',
      'owner_api.operation': 'readProduct',
      'owner_api.failure': 'NOT_FOUND',
      'owner_api.user_id': app.owner.id,
      'owner_api.token_id': app.owner.tokenId,
      'owner_api.request_id': headers.get('x-request-id'),
      msg: 'request',
    },
  ]);
});

test.each([
  ['/nowhere', undefined, 'other'],
  [`${BASE}/nowhere`, undefined, 'rest'],
  ['/healthz', '/healthz', 'other'],
  ['/dashboard/tokens/12', '/dashboard/tokens/{id}', 'dashboard'],
  ['/dashboard/tokens/12/roll', '/dashboard/tokens/{id}/roll', 'dashboard'],
  ['/dashboard/tokens/new', '/dashboard/tokens/new', 'dashboard'],
  ['/dashboard/tokens/ended', '/dashboard/tokens/ended', 'dashboard'],
  ['/dashboard/sign-in', '/dashboard/sign-in', 'dashboard'],
  ['/dashboard/nowhere', undefined, 'dashboard'],
])('logs %s with the path template %s', async (path, route, surface) => {
  await app.call(path, {});
  expect(last()).toMatchObject({ 'url.path': path, 'owner_api.surface': surface });
  expect(last()?.['http.route']).toBe(route);
});

test("cuts the client's user agent and removes tokens and control characters", async () => {
  await read('/product/1', 'a'.repeat(10_000));
  expect(String(last()?.['user_agent.original'])).toMatch(/^a{199}…$/);
  await read('/product/1', `x\t\u009b2J ${app.owner.token}`);
  expect(last()?.['user_agent.original']).toBe('x\uFFFD\uFFFD2J svc_test_…');
});
