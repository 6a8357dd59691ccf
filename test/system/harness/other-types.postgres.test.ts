// The harness reads types and fields from the document: it finds nothing in a version that has a number as a string and
// lacks a field of the first version.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createVersions } from '../../../src/operation/versions.ts';
import { openTestApp } from '../../support/app.ts';
import { withRelease } from '../../support/first-release.ts';
import { runInProcess } from './in-process.ts';
import { summary } from './report.ts';

const DAY = '2031-03-01';
const CASES = 400;
const SEED = 20_310_302;

const asText = z.codec(
  z.string().regex(/^(?:0\.[0-9]*[1-9][0-9]*|[1-9][0-9]*(?:\.[0-9]+)?)$/),
  z.number(),
  { decode: Number, encode: String },
);
const versions = createVersions(
  withRelease(
    DAY,
    { type: 'Product.rent', is: asText },
    { type: 'Bundle.rent', is: asText },
    { withdrawn: 'Product.code' },
  ),
  () => new Date(DAY),
);
const app = await openTestApp({ versions });

test(`${CASES} cases of a version with another type and without a field find nothing`, {
  timeout: 300_000,
}, async () => {
  const report = await runInProcess(app, { cases: CASES, seed: SEED });
  expect(report.findings, summary(report)).toEqual([]);
});
