// The harness against a service that has the rehearsed release: it finds nothing with tokens of either version.
import { beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { runInProcess } from '../harness/in-process.ts';
import { summary } from '../harness/report.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const CASES = 250;
/** The harness reads those IDs. */
const READ_RENTALS = 12;
const SEED = 20_310_301;

const app = await openTestApp({ versions: rehearsedOn('2031-04-01') });
beforeAll(async () => {
  const { id } = await app.product();
  for (let rentals = 0; rentals < READ_RENTALS; rentals++) await app.rental([id]);
});

test.each([
  { of: 'the older version, named in the header', version: V1, expected: V1, withdrawn: [] },
  {
    of: 'the newer version, that of the token',
    version: undefined,
    expected: V2,
    withdrawn: ['createBundle'],
  },
])(
  `${CASES} cases of $of find nothing; a removed endpoint is reported`,
  { timeout: 300_000 },
  async ({ version, expected, withdrawn }) => {
    const report = await runInProcess(app, { version, cases: CASES, seed: SEED });
    expect(report.findings, summary(report)).toEqual([]);
    expect([report.version, report.withdrawn]).toEqual([expected, withdrawn]);
    const tried = report.coverage
      .filter(
        ({ kind, seen }) => kind === 'statuses' && seen.some((status) => status < '300'),
      )
      .map(({ of }) => of);
    for (const operation of ['readProduct', 'readRental', 'createProduct', 'updateProduct']) {
      expect(tried).toContain(operation);
    }
  },
);
