// Faults planted between the harness and the service are each found, shrunk and printed without a token.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { rehearsedOn, V1, V2 } from '../releases/rehearsal.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { runHarness } from './run-harness.ts';

const CASES = 200;
const SEED = 7;
const TIMEOUT_MS = 300_000;

let released: TestApp;
let rehearsed: TestApp;
beforeAll(async () => {
  released = await createTestApp();
  rehearsed = await createTestApp({ versions: rehearsedOn(V2) });
});
afterAll(() => Promise.all([released.close(), rehearsed.close()]));

const VERSIONS = { older: V1, newer: V2 };

/** The finding of a run against the app behind the fault. */
async function find({ suite, version, plant }: Fault, cases: number, only?: number) {
  const app = version ? rehearsed : released;
  const send = plant((request) => app.app.fetch(request), app);
  const { findings } = await runHarness({
    url: 'http://localhost',
    token: app.owner.token,
    rivalToken: app.rival.token,
    suites: [suite],
    cases,
    only,
    version: version && VERSIONS[version],
    seed: SEED,
    bail: true,
    fetch: (url, init) => send(new Request(url, init)),
  });
  return findings[0];
}

test.each(FAULTS)('$name', { timeout: TIMEOUT_MS }, async (fault) => {
  const finding = await find(fault, CASES);
  expect(finding?.detail).toMatch(fault.aspect);
  const commands = (finding?.calls ?? [])
    .filter(({ isWrong }) => isWrong)
    .map(({ curl }) => curl);
  const longest = Math.max(...commands.map((line) => line.length));
  expect(longest, commands.join('\n')).toBeLessThan(fault.longest);
  expect(JSON.stringify(finding)).not.toMatch(/svc_test_(?!0{34})/);
});

test('its seed and index reproduce the finding of a random case, without the cases before', {
  timeout: TIMEOUT_MS,
}, async () => {
  const fault = FAULTS.find(({ name }) => name === 'a replay changes the product');
  const found = fault && (await find(fault, CASES));
  expect(found?.index).toBeGreaterThan(0);
  const again = fault && (await find(fault, 1, found?.index));
  expect(again).toMatchObject({ index: found?.index, aspect: found?.aspect });
});

test('every run tries one beyond a limit, even a run of a single case', {
  timeout: TIMEOUT_MS,
}, async () => {
  const faults = FAULTS.filter(({ name }) => name.endsWith('is accepted'));
  expect(faults).toHaveLength(2);
  for (const fault of faults) expect((await find(fault, 1))?.detail).toMatch(fault.aspect);
});
