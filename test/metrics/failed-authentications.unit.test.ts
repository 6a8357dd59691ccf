// Which failures count as failed authentications: those of requests that nobody is known to have sent.
import { expect, test } from 'vitest';
import { buildOf } from '../../src/config.ts';
import type { Done } from '../../src/gate/exchange.ts';
import { finishedRequest } from '../../src/gate/finished-request.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import type { Failure } from '../../src/operation/failures.ts';

const THROTTLED: Failure = { kind: 'throttled', retryAfterSeconds: 1 };

test.each<[string, Partial<Done>, Failure, number]>([
  ['a rejected token', {}, { kind: 'unauthenticated', reason: 'unknown' }, 1],
  ['an address with too many unknown tokens', {}, THROTTLED, 1],
  ['an owner who changed too many tokens', { userId: 1 }, THROTTLED, 0],
  ['a database that is away', {}, { kind: 'unavailable', retryAfterSeconds: 2 }, 0],
])('%s', async (_, sender, failure, count) => {
  const { registry, record } = createMetrics(buildOf(''));
  const request = new Request('http://localhost/');
  const url = new URL(request.url);
  const seen = { requestId: '', startedAt: 0, address: '', url, isRead: true };
  const response = new Response(null, { status: 401 });
  const done = { response, ran: [{ failure }], ...sender };
  record(
    finishedRequest(request, seen, done, { surface: 'rest', milliseconds: 1, response }),
  );
  const metric = registry.getSingleMetric('owner_api_failed_authentications_total');
  const { values = [] } = (await metric?.get()) ?? {};
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(count);
});
