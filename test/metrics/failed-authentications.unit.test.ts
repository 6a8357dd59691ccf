// Which failures count as failed authentications: those of requests that nobody is known to have sent.
import { expect, test } from 'vitest';
import { buildOf } from '../../src/config.ts';
import type { Exchange } from '../../src/gate/exchange.ts';
import { finishedRequest } from '../../src/gate/finished-request.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import type { Failure } from '../../src/operation/failures.ts';

const THROTTLED: Failure = { kind: 'throttled', retryAfterSeconds: 1 };

test.each<[string, Partial<Exchange>, Failure, number]>([
  ['a rejected token', {}, { kind: 'unauthenticated', reason: 'unknown' }, 1],
  ['an address with too many unknown tokens', {}, THROTTLED, 1],
  ['an owner who changed too many tokens', { sessionUserId: 1 }, THROTTLED, 0],
  ['a database that is away', {}, { kind: 'unavailable', retryAfterSeconds: 2 }, 0],
])('%s', async (_, sender, failure, count) => {
  const { registry, record } = createMetrics(buildOf(''));
  const request = new Request('http://localhost/');
  const common = { requestId: '', address: '', url: new URL(request.url) };
  const exchange = { ...common, ranOperations: [{ failure }], ...sender };
  record(
    finishedRequest(request, exchange, { surface: 'rest', status: 401, milliseconds: 1 }),
  );
  const metric = registry.getSingleMetric('owner_api_failed_authentications_total');
  const { values = [] } = (await metric?.get()) ?? {};
  expect(values.reduce((sum, { value }) => sum + value, 0)).toBe(count);
});
