// Random malformed requests to both surfaces: nothing a client sends is answered 5xx (D12), and no secret is logged.
import { Agent } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedApp, serveTestApp } from '../../http/served-app.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { recordedLog } from '../../support/log.ts';
import { type FuzzRequest, fuzzRequest, graphqlRequest, restRequest, withToken } from './requests.ts';
import { send, wrongWith } from './send.ts';

/** Enough, with this seed, to reach each of the statuses. */
const RUNS = 400;
const SEED = 20_250_816;

const { logger, lines: log } = recordedLog('trace');
const agent = new Agent({ keepAlive: true, maxSockets: 4 });
let app: ServedApp;
beforeAll(async () => {
  app = await serveTestApp({ logger });
  for (const online of [true, true, false]) await app.product({ online });
  await app.product({}, app.rival.id);
  await app.product({ type: 'BUNDLE', items: { create: { adId: 1, quantity: 1, position: 0 } } });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

test.each<[string, fc.Arbitrary<FuzzRequest>, number[]]>([
  ['REST', restRequest, [200, 201, 400, 401, 404, 405]],
  ['GraphQL', graphqlRequest, [200, 400, 401, 415]],
  ['anything', fuzzRequest, [200, 400, 401, 404, 405]],
])('%s', async (_, arbitrary, statuses) => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(arbitrary, async (request) => {
      const answer = await send(app.port, agent, withToken(request, app.owner.token));
      seen.add(answer.status);
      expect(wrongWith(answer)).toBeUndefined();
    }),
    { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 3 * EVENTUALLY, endOnFailure: true },
  );
  // Otherwise the requests would all be refused at the door, and prove little.
  expect([...seen]).toEqual(expect.arrayContaining(statuses));
});

test('no log line of all that holds a token, and none speaks of a fault', () => {
  const all = log.join('');
  expect(log.length).toBeGreaterThan(RUNS);
  expect(all).not.toContain(app.owner.token);
  expect(all).not.toMatch(/svc_test_\w{6}/);
  expect(all).not.toContain('unexpected fault');
});
