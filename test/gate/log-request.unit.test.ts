// The log line of a request (D51): who called, what, and how it ended; client strings are cut and contain no tokens.
import { expect, test } from 'vitest';
import { finishedRequest } from '../../src/gate/finished-request.ts';
import { logRequest, requestFields } from '../../src/gate/log-request.ts';
import type { Done, Seen } from '../../src/gate/seen-request.ts';
import type { RanOperation } from '../../src/operation/ran.ts';
import { recordedLog } from '../support/log.ts';

const TOKEN = 'svc_test_abc';

type Sent = {
  headers?: readonly (readonly [string, string])[];
  path?: string;
  status?: number;
};

function lineOf(
  { headers = [], path = '/healthz', status = 200 }: Sent,
  known: Partial<Seen & Done> = {},
) {
  const { logger, logged } = recordedLog();
  const url = new URL(path, 'http://localhost');
  const request = new Request(url, {
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  });
  const seen = {
    requestId: 'an id',
    startedAt: 0,
    address: '192.0.2.1',
    url,
    isRead: true,
    ...known,
  };
  const response = new Response(null, { status });
  const done = { response, ran: [], ...known };
  const sent = { surface: 'rest', milliseconds: 1.25, response } as const;
  logRequest(logger, requestFields(finishedRequest(request, seen, done, sent)));
  const [line = {}, ...others] = logged();
  expect(others).toEqual([]);
  return line;
}

const WELL_FORMED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const traced = (...values: string[]) =>
  lineOf({ headers: values.map((value) => ['traceparent', value] as const) });

test("a traceparent links the line to the client's trace and span", () => {
  const ids = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' };
  expect(traced(WELL_FORMED)).toMatchObject(ids);
});

test.each([
  ['none', []],
  ['another version', [WELL_FORMED.replace(/^00/, '01')]],
  ['upper-case digits', [WELL_FORMED.toUpperCase()]],
  ['text after it', [`${WELL_FORMED}-more`]],
  ['a token', [`${WELL_FORMED} ${TOKEN}`]],
  ['two of them', [WELL_FORMED, WELL_FORMED]],
])('ignores a traceparent with %s', (_, values) => {
  const line = traced(...values);
  expect(line).not.toHaveProperty('trace_id');
  expect(JSON.stringify(line)).not.toMatch(/0af7651916|svc_/i);
});

test.each([
  ...['x', 'client-1', '!~', 'a'.repeat(128)].map((id) => [id, id]),
  ...['a'.repeat(129), 'a b', 'a\tb', 'ä', ''].map((id) => [id, undefined]),
  [`${TOKEN}def`, 'svc_test_…'],
])("next to our ID, the client's X-Request-Id %j is logged as %j", (id = '', shown) => {
  const line = lineOf({ headers: [['x-request-id', id]] });
  expect([line['owner_api.request_id'], line['owner_api.client_request_id']]).toEqual([
    'an id',
    shown,
  ]);
});

test('lists each operation once, with the first error code even if the status is 200, and marks replays (D40)', () => {
  const done: RanOperation = { operation: 'createProduct' };
  const missed: RanOperation = { operation: 'readProduct', failure: { kind: 'notFound' } };
  const line = lineOf({}, { ran: [done, missed, { ...done, isReplay: true }] });
  expect(line).toMatchObject({
    'http.response.status_code': 200,
    'owner_api.operation': 'createProduct, readProduct',
    'owner_api.failure': 'NOT_FOUND',
    'owner_api.replayed': true,
  });
  const plain = Object.keys(lineOf({}, { ran: [done] }));
  expect(plain).not.toContain('owner_api.failure');
  expect(plain).not.toContain('owner_api.replayed');
});

test('logs a warning with its type from status 500 on, but not below', () => {
  expect(lineOf({ path: '/readyz', status: 503 })).toMatchObject({
    level: 'warn',
    'error.type': 'UNAVAILABLE',
    'owner_api.failure': 'UNAVAILABLE',
  });
  const missed = lineOf({ path: '/nothing', status: 404 });
  expect(missed).toMatchObject({ level: 'info', 'owner_api.failure': 'NOT_FOUND' });
  expect(missed).not.toHaveProperty(['error.type']);
});

test('cuts a path of more than 300 characters', () => {
  const whole = `/${'a'.repeat(299)}`;
  expect(lineOf({ path: whole })['url.path']).toBe(whole);
  const path = String(lineOf({ path: `/${'a'.repeat(5_000)}` })['url.path']);
  expect(path).toMatch(/^\/a+…$/);
  expect(path).toHaveLength(300);
});
