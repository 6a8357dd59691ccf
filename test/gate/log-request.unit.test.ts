// The log line of a request: a well-formed traceparent stands in it, any other text of the client does not.
import pino from 'pino';
import { expect, test } from 'vitest';
import { logRequest } from '../../src/gate/log-request.ts';
import type { Outcome } from '../../src/operation/context.ts';

const WELL_FORMED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function lineOf(traceparents: readonly string[], outcomes: Outcome[] = []): Record<string, unknown> {
  const lines: string[] = [];
  const url = new URL('http://localhost/healthz');
  const request = new Request(url, { headers: traceparents.map((value) => ['traceparent', value]) });
  const exchange = { requestId: 'an id', address: 'local', url, outcomes };
  logRequest(pino({}, { write: (line) => void lines.push(line) }), request, exchange, 200, 1.25);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
}

test('the traceparent of a request stands in its line', () => {
  expect(lineOf([WELL_FORMED])).toMatchObject({ requestId: 'an id', traceparent: WELL_FORMED });
});

test.each([
  ['none', []],
  ['another version', [WELL_FORMED.replace(/^00/, '01')]],
  ['upper-case digits', [WELL_FORMED.toUpperCase()]],
  ['a short trace id', [WELL_FORMED.replace('0af7', '')]],
  ['text after it', [`${WELL_FORMED}-more`]],
  ['a token', [`${WELL_FORMED} svc_test_abc`]],
  ['two of them', [WELL_FORMED, WELL_FORMED]],
])('%s is not in the line', (_, traceparents) => {
  const line = lineOf(traceparents);
  expect(line).not.toHaveProperty('traceparent');
  expect(JSON.stringify(line)).not.toMatch(/0af7651916|svc_/i);
});

test('a replay is marked in its line (D40)', () => {
  const done = { operation: 'createProduct', failure: undefined };
  expect(lineOf([], [done, { ...done, isReplay: true }])).toMatchObject({ replayed: true });
  expect(lineOf([], [done])).not.toHaveProperty('replayed');
});
