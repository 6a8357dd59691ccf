// Faults that are planted between the harness and the service: each is found, shrunk and printed without a token.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { rehearsedOn, V1, V2 } from '../releases/rehearsal.ts';
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

test.each(FAULTS)('$name', { timeout: TIMEOUT_MS }, async ({ suite, version, aspect, longest, plant }) => {
  const app = version ? rehearsed : released;
  const send = plant((request) => app.app.fetch(request), app);
  const { findings } = await runHarness({
    url: 'http://localhost',
    token: app.owner.token,
    rivalToken: app.rival.token,
    suite,
    version: version && VERSIONS[version],
    cases: CASES,
    seed: SEED,
    bail: true,
    fetch: (url, init) => send(new Request(url, init)),
  });
  const [finding] = findings;
  expect(finding?.detail).toMatch(aspect);
  const commands = (finding?.calls ?? []).filter(({ isWrong }) => isWrong).map(({ curl }) => curl);
  const shown = commands.join('\n');
  expect(Math.max(...commands.map((line) => line.length)), shown).toBeLessThan(longest);
  expect(JSON.stringify(findings)).not.toMatch(/svc_test_(?!0{34})/);
});

test('one beyond a limit is tried in every run, even in one of a single case', { timeout: TIMEOUT_MS }, async () => {
  const faults = FAULTS.filter(({ name }) => name.endsWith('is taken'));
  expect(faults).toHaveLength(3);
  for (const { suite, aspect, plant } of faults) {
    const send = plant((request) => released.app.fetch(request), released);
    const { findings } = await runHarness({
      ...{ url: 'http://localhost', token: released.owner.token, suite, cases: 1, bail: true },
      fetch: (url, init) => send(new Request(url, init)),
    });
    expect(findings[0]?.detail).toMatch(aspect);
  }
});
