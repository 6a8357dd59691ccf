// A body that arrives slowly takes none of its request's time, and one that arrives too slowly is the client's failure.
import { Readable } from 'node:stream';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { Request } from '@whatwg-node/fetch';
import { expect, test, vi } from 'vitest';
import { signedIn } from '../sites/dashboard/visitor.ts';
import { BASE } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { openServedApp } from './served-app.ts';
import { fakeTimers, nextReading } from './slow-bodies.ts';

const { logger, logged } = recordedLog();
let probe = async (urls: readonly string[]) => urls.map(() => true);
const app = await openServedApp({ imageProbe: { reachable: (urls) => probe(urls) }, logger });
const visitor = await signedIn(app);

const PRODUCT = { title: 'Tent', rent: 5, sku: 'T-1' };
const REST = [`${BASE}/product`, { product: PRODUCT }] as const;
const GRAPHQL = ['/graphql', { query: '{ __typename }' }] as const;

fakeTimers();

/** A request that has sent all of its body but the last byte, once somebody reads it. */
async function halfSent(path: string, body: string, headers: object) {
  const reading = Promise.withResolvers<void>();
  const stream = new Readable({
    read() {
      stream.push(body.slice(0, -1));
      stream._read = () => {};
      reading.resolve();
    },
  });
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'Content-Length': String(body.length), ...headers },
    body: stream as never,
  });
  const response = app.app.fetch(request);
  await reading.promise;
  const sendRest = () => {
    stream.push(body.slice(-1));
    stream.push(null);
  };
  return { response, sendRest };
}

const halfSentJson = (path: string, body: object) =>
  halfSent(path, JSON.stringify(body), {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${app.owner.token}`,
  });

const halfSentForm = (headers: object = {}, path = '/sign-in') =>
  halfSent(`/dashboard${path}`, 'next=%2Fdashboard', {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });

test.each([REST, GRAPHQL])('a body of seven seconds is served on %s', async (path, body) => {
  const { response, sendRest } = await halfSentJson(path, body);
  vi.advanceTimersByTime(7_000);
  sendRest();
  expect((await response).ok).toBe(true);
});

test('the deadline of the work begins when the body is there', async () => {
  const asked = Promise.withResolvers<void>();
  probe = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const product = { ...PRODUCT, images: [{ src: 'https://example.com/tent.jpg' }] };
  const { response, sendRest } = await halfSentJson(REST[0], { product });
  vi.advanceTimersByTime(7_000);
  sendRest();
  await asked.promise;
  vi.advanceTimersByTime(4_400);
  for (let turn = 0; turn < 20; turn++) await turnOfEventLoop();
  const pending = Symbol();
  expect(await Promise.race([response, Promise.resolve(pending)])).toBe(pending);
  vi.advanceTimersByTime(100);
  expect((await response).status).toBe(503);
});

test.each([REST, GRAPHQL])(
  'a body that is not there after nine seconds is 408 on %s',
  async (path, body) => {
    const { response } = await halfSentJson(path, body);
    vi.advanceTimersByTime(9_000);
    const { status, headers } = await response;
    expect([status, headers.get('Connection')]).toEqual([408, 'close']);
    expect(logged().at(-1)).toMatchObject({
      'http.response.status_code': 408,
      'owner_api.failure': 'REQUEST_TIMEOUT',
    });
  },
);

test('half-sent forms are 408, and no reason to call an operator', async () => {
  const before = logged().length;
  const forms = await Promise.all(Array.from({ length: 12 }, () => halfSentForm()));
  vi.advanceTimersByTime(9_000);
  for (const { response } of forms) expect((await response).status).toBe(408);
  const lines = logged().slice(before);
  expect(lines.filter((line) => line.msg !== 'request')).toEqual([]);
  expect(new Set(lines.map((line) => line['http.response.status_code']))).toEqual(
    new Set([408]),
  );
});

test("half-sent forms of a session don't delay its other pages", async () => {
  const headers = { Cookie: visitor.cookieHeader() };
  const forms = await Promise.all(
    Array.from({ length: 3 }, () => halfSentForm(headers, '/tokens/new')),
  );
  expect((await visitor.send('GET', '/dashboard/account')).status).toBe(200);
  vi.advanceTimersByTime(9_000);
  for (const { response } of forms) expect((await response).status).toBe(408);
});

test('a connection gets one response to a body that is too slow, and is closed; it does not count (D31)', async () => {
  const before = await app.remainingCreates();
  const reading = nextReading();
  const connection = await app.connect();
  const headers = ['Content-Type: application/json', 'Content-Length: 20000'];
  connection.send(`${app.head('POST', '/product', ...headers)}\r\n{`);
  const answer = connection.answer();
  await reading;
  vi.advanceTimersByTime(9_000);
  expect((await answer).status).toBe(408);
  expect(await connection.closed()).toBe(0);
  expect(await app.remainingCreates()).toBe(before);
});
