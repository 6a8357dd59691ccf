// A connection that ends while the response is being sent, after the request was counted.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerRequests } from '../../src/metrics/request-metrics.ts';

test('a client that goes away while its answer is sent is counted as aborted, once', async () => {
  const registry = new Registry();
  const record = registerRequests(registry);
  const client = new AbortController();
  const url = new URL('http://localhost/graphql');
  const request = new Request(url, { signal: client.signal });
  record(
    request,
    { requestId: '', address: '', url, outcomes: [] },
    { surface: 'graphql', status: 200, milliseconds: 1 },
  );
  const aborted = async () => (await registry.getSingleMetric('http_requests_aborted_total')?.get())?.values ?? [];
  expect(await aborted()).toEqual([]);
  client.abort();
  expect(await aborted()).toEqual([{ labels: { surface: 'graphql' }, value: 1 }]);
});
