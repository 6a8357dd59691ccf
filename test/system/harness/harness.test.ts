// The harness against this service, with a fixed seed: it finds nothing, every code occurs, and no secret is logged.
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { isServed } from '../../../src/rest/route.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { openServedApp } from '../../http/served-app.ts';
import { createTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { NEWEST_VERSION, TESTED_VERSIONS } from '../../support/newest-version.ts';
import { runInProcess } from './in-process.ts';
import { type Report, summary } from './report.ts';
import { runHarness } from './run-harness.ts';

/** On the embedded database each suite runs, too briefly for every code. */
const isEmbedded = inject('template').kind === 'pglite';
const [CASES, DAMAGED] = isEmbedded ? [75, 75] : [400, 300];
const SEED = 20_250_816;
const TIMEOUT_MS = 300_000;
const CODES = 'REQUIRED INVALID_FORMAT MIN_VALUE MAX_LENGTH MAX_ITEMS';
const ITEM_CODES = 'MIN_ITEMS NOT_FOUND ACCESS_DENIED PRODUCT_OFFLINE';

const { logger, lines } = recordedLog('trace');
const app = await openServedApp({ logger });
beforeAll(async () => {
  const tent = await app.product();
  const paid = { paidAt: new Date(), paidAccounts: { create: { userId: app.owner.id } } };
  const tenantId = (await app.person('tenant')).id;
  for (const data of [{}, paid]) await app.rental([tent.id], { tenantId, ...data });
});

/** The statuses and error codes of an operation, or of all. */
const codesOf = ({ coverage }: Report, operation?: string) =>
  coverage
    .filter(
      ({ of, kind }) => of === (operation ?? of) && /^(statuses|error codes)$/.test(kind),
    )
    .flatMap(({ seen }) => seen);

test(`${CASES} cases on both APIs find nothing; on PostgreSQL every operation and every code occurs`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const report = await runInProcess(app, { cases: CASES, seed: SEED });
  expect(report.findings.length, summary(report)).toBe(0);
  expect(report.cases).toBeGreaterThanOrEqual(CASES);
  expect(report.skipped).toBe(0);
  const read = ['200', '401', '403', '404'];
  const all = [...CODES.split(' '), '401', '413'];
  const writes: Readonly<Record<string, readonly string[]>> = {
    createProduct: [...all, '201'],
    createBundle: [...all, ...ITEM_CODES.split(' '), '201'],
    updateProduct: [...all, ...read],
  };
  const served = ROUTES.filter((route) =>
    isServed(TESTED_VERSIONS.view(NEWEST_VERSION), route),
  );
  const missing = served.flatMap(({ operation: { name } }) => {
    const got = codesOf(report, name);
    const wanted = writes[name] ?? read;
    return wanted.filter((code) => !got.includes(code)).map((code) => `${name} ${code}`);
  });
  if (!isEmbedded)
    expect(missing, 'each operation has a suite in test/system/harness/suites/').toEqual([]);
});

/** Suites of cases that are listed, each of which runs here: above, they have a few. */
const LISTED = [
  'REST methods and paths',
  'HEAD instead of GET',
  'preflights',
  'GraphQL requests that are not executed',
  'tokens and versions',
  'wrapper objects',
  'update a product of another owner',
  'send back a product unchanged',
  'response compression',
  'request bodies with Content-Encoding',
  'conditional reads',
  'update with a precondition',
];
/** More than any of them lists. */
const ALL_LISTED = 1_000;

test.concurrent.for(isEmbedded ? [] : LISTED)(
  'every case of the suite “%s” finds nothing',
  { timeout: TIMEOUT_MS },
  async (suite, { expect }) => {
    const report = await runInProcess(app, {
      suites: [suite],
      cases: ALL_LISTED,
      seed: SEED,
    });
    expect(report.findings.length, summary(report)).toBe(0);
  },
);

test.each(isEmbedded ? [] : RELEASES.slice(1))(
  'finds nothing on the day of $date, with its tokens',
  { timeout: TIMEOUT_MS },
  async ({ date }) => {
    const versions = createVersions(RELEASES, () => new Date(date));
    const later = await createTestApp({ versions });
    onTestFinished(later.close);
    const report = await runInProcess(later, { cases: CASES, seed: SEED });
    expect(report.findings.length, summary(report)).toBe(0);
    expect(report.version).toBe(date);
  },
);

test('over HTTP, damaged requests find nothing, and the log contains neither tokens nor unexpected errors (D12)', {
  timeout: TIMEOUT_MS,
}, async () => {
  const before = lines.length;
  const report = await runHarness({
    ...{ url: app.origin, token: app.owner.token, seed: SEED },
    ...{ suites: ['damaged requests'], cases: DAMAGED },
  });
  expect(report.findings.length, summary(report)).toBe(0);
  // Otherwise all requests would be rejected early, and prove little.
  const wanted = ['200', '400', '401', '404', '405', 'INVALID_FORMAT'];
  expect(codesOf(report)).toEqual(expect.arrayContaining(wanted));
  expect(lines.length - before).toBeGreaterThan(DAMAGED);
  const log = lines.join('');
  expect(log).not.toMatch(/svc_test_(?!0{34})\w{6}/);
  expect(log).not.toContain('unexpected error');
});
