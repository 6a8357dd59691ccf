// Failures planted between the harness and the service are each found, shrunk and printed without a token.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { V1, withRelease } from '../../support/first-release.ts';
import type { Failure } from './failure.ts';
import { FAILURES } from './failures.ts';
import { runInProcess } from './in-process.ts';

const CASES = 200;
const SEED = 7;
const TIMEOUT_MS = 300_000;
const V2 = '2031-03-01';

let released: TestApp;
let rehearsed: TestApp;
beforeAll(async () => {
  released = await createTestApp();
  rehearsed = await createTestApp({ versions: createVersions(NEWER, () => new Date(V2)) });
});
afterAll(() => Promise.all([released.close(), rehearsed.close()]));

/** With another name and other limits. */
const NEWER = withRelease(
  V2,
  { renamed: 'Product.rent', was: 'rent', is: 'daily_rent' },
  { limit: 'Product.title', was: { max: 255 }, is: { max: 100 } },
  { limit: 'Product.equipments', was: { max: 50 }, is: { max: 20 } },
);

const VERSIONS = { older: V1, newer: V2 };

/** The finding of a run against the app behind the failure. */
async function find({ suite, version, plant }: Failure, cases: number, only?: number) {
  const app = version ? rehearsed : released;
  const options = { suites: [suite], cases, only, seed: SEED, bail: true };
  const { findings } = await runInProcess(
    app,
    { ...options, version: version && VERSIONS[version] },
    plant(async (request) => app.app.fetch(request), app),
  );
  return findings[0];
}

test.concurrent.for(FAILURES)(
  '$name',
  { timeout: TIMEOUT_MS },
  async (failure, { expect }) => {
    const finding = await find(failure, CASES);
    expect(finding?.detail).toMatch(failure.aspect);
    const commands = (finding?.calls ?? [])
      .filter(({ isWrong }) => isWrong)
      .map(({ curl }) => curl);
    const longest = Math.max(...commands.map((line) => line.length));
    expect(longest, commands.join('\n')).toBeLessThan(failure.longest);
    expect(JSON.stringify(finding)).not.toMatch(/svc_test_(?!0{34})/);
  },
);

test('its seed and index reproduce the finding of a random case, without the cases before', {
  timeout: TIMEOUT_MS,
}, async () => {
  const failure = FAILURES.find(({ name }) => name === 'a replay changes the product');
  const found = failure && (await find(failure, CASES));
  expect(found?.index).toBeGreaterThan(0);
  const again = failure && (await find(failure, 1, found?.index));
  expect(again).toMatchObject({ index: found?.index, aspect: found?.aspect });
});

test('every run tries one beyond a limit, even a run of a single case', {
  timeout: TIMEOUT_MS,
}, async () => {
  const failures = FAILURES.filter(({ name }) => name.endsWith('is accepted'));
  expect(failures).toHaveLength(2);
  for (const failure of failures)
    expect((await find(failure, 1))?.detail).toMatch(failure.aspect);
});
