// A client's requests to one path are a flow: others don't wait for it, and each response is expected to be as long
// as the previous one.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { type Admit, createGate } from '../../src/gate/gate.ts';
import { createThrottle } from '../../src/operation/throttle.ts';
import { budget } from '../support/app.ts';
import { NEWEST_VERSION, TESTED_VERSIONS } from '../support/newest-version.ts';

const LONG = 256 * 1024;

/** As many as the gate handles at once for one user. */
const IN_WORK = 32;

const caller = {
  userId: 1,
  tokenId: 1,
  permissions: [],
  pinnedVersion: NEWEST_VERSION,
  expiresAt: null,
};
const deps = {
  versions: TESTED_VERSIONS,
  environment: 'test',
  authFailures: createThrottle(budget()),
} as const;
const gate = () =>
  createGate({
    ...deps,
    authenticate: async () => caller,
    onUnexpectedError: (_, error) => expect.fail(`${error}`),
  });

/** Sends a request whose response comes in the next turn, with this many bytes. */
function send(admit: Admit, begun: (end: boolean) => void, length: number, path = '/1') {
  const url = new URL(`http://localhost/api/token-secured/product${path}`);
  const headers = { Authorization: `Bearer ${createTokenValue('test')}` };
  const seen = { requestId: '', startedAt: 0, address: '', url, isRead: true };
  const gated = { api: 'REST', route: undefined, reject: () => new Response() } as const;
  return admit(new Request(url, { headers }), seen, gated, async () => {
    begun(false);
    await turn();
    begun(true);
    const response = new Response(null, { headers: { 'Content-Length': String(length) } });
    return { response, ran: [] };
  });
}

test('expects a long response until a short one follows', async () => {
  const passed = gate();
  const mostOfTwo = async (length: number) => {
    let [inWork, most] = [0, 0];
    const count = (isOver: boolean) => {
      inWork += isOver ? -1 : 1;
      most = Math.max(most, inWork);
    };
    await Promise.all([send(passed, count, length), send(passed, count, length)]);
    return most;
  };
  expect([
    await mostOfTwo(LONG),
    await mostOfTwo(LONG),
    await mostOfTwo(1),
    await mostOfTwo(1),
  ]).toEqual([2, 1, 1, 2]);
});

test("a client's requests to one path leave slots for another path, whatever the responses are", async () => {
  const passed = gate();
  const begun: string[] = [];
  const read = (path: string) =>
    send(passed, (isOver) => isOver || begun.push(path), LONG, path);
  await Promise.all([
    ...Array.from({ length: 5 * IN_WORK }, () => read('/long')),
    read('/other'),
  ]);
  expect(begun.indexOf('/other')).toBeLessThan(2 * IN_WORK);
});
