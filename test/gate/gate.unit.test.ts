// The gate expects of a client at one path a response as long as the last one, so that few long ones are in work at a time.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { createGate } from '../../src/gate/gate.ts';
import { createThrottle } from '../../src/operation/throttle.ts';
import { budget } from '../support/app.ts';
import { NEWEST_VERSION, TESTED_VERSIONS } from '../support/newest-version.ts';

const LONG = 256 * 1024;

test('a long response is expected until a short one follows', async () => {
  const url = new URL('http://localhost/api/token-secured/product/1');
  const headers = { Authorization: `Bearer ${createTokenValue('test')}` };
  let [inWork, most] = [0, 0];
  const handle = async (length: number) => {
    most = Math.max(most, ++inWork);
    await turn();
    inWork--;
    return new Response(null, { headers: { 'Content-Length': String(length) } });
  };
  const caller = { userId: 1, tokenId: 1, permissions: [], pinnedVersion: NEWEST_VERSION, expiresAt: null };
  const deps = { versions: TESTED_VERSIONS, environment: 'test', authFailures: createThrottle(budget()) } as const;
  const gate = createGate({ ...deps, authenticate: async () => caller as never }, (_, fault) =>
    expect.fail(`${fault}`),
  );
  const mostOfTwo = async (length: number) => {
    most = 0;
    const surface = { route: () => undefined, handle: () => handle(length) } as never;
    const request = () =>
      gate(surface)(new Request(url, { headers }), { requestId: '', address: '', url, outcomes: [] });
    await Promise.all([request(), request()]);
    return most;
  };
  expect([await mostOfTwo(LONG), await mostOfTwo(LONG), await mostOfTwo(1), await mostOfTwo(1)]).toEqual([2, 1, 1, 2]);
});
