// The harness against this service, in process and with a fixed seed: it finds nothing, and every code occurs.
import { beforeAll, expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { openTestApp } from '../../support/app.ts';
import { readRestContract } from './contract/rest-contract.ts';
import { COMPARED_ON_UPDATE, IGNORED_ON_UPDATE, PRODUCT_FIELDS } from './expect/product-fields.ts';
import { summary } from './report.ts';
import { runHarness } from './run-harness.ts';

const CASES = 1_000;
const SEED = 20_250_816;
const TIMEOUT_MS = 300_000;
const CODES = 'REQUIRED INVALID_FORMAT MIN_VALUE MAX_LENGTH MAX_ITEMS';
const ITEM_CODES = 'MIN_ITEMS NOT_FOUND ACCESS_DENIED PRODUCT_OFFLINE';

const app = await openTestApp();
beforeAll(async () => {
  const tent = await app.product();
  for (const paidAt of [null, new Date()]) {
    await app.db.rental.create({
      data: {
        startDate: new Date('2026-07-10'),
        endDate: new Date('2026-07-12'),
        status: 'COMPLETED',
        totalAmount: 30.3,
        tenantId: (await app.person('tenant')).id,
        ownerId: app.owner.id,
        items: {
          create: { position: 0, productId: tent.id, title: 'Tent', quantity: 1, dailyRate: 10.1, total: 30.3 },
        },
        ...(paidAt && { paidAt, paidAccounts: { create: { userId: app.owner.id } } }),
      },
    });
  }
});

test(`${CASES} cases on both surfaces find nothing; every operation and every code occurs`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const report = await runHarness({
    url: 'http://localhost',
    token: app.owner.token,
    rivalToken: app.rival.token,
    cases: CASES,
    seed: SEED,
    fetch: (url, init) => app.app.fetch(new Request(url, init)),
  });
  expect(report.findings.length, summary(report)).toBe(0);
  expect([report.cases, report.skipped]).toEqual([CASES, 0]);

  const codesOf = (operation: string, surface: string) =>
    report.rows.filter((row) => row.operation === operation && row.surface === surface).map(({ code }) => code);
  const tried = (surface: string) =>
    new Set(report.rows.filter((row) => row.surface === surface).map((row) => row.operation));
  for (const { operation } of ROUTES) {
    expect(tried('rest')).toContain(operation.name);
    expect(tried('graphql')).toContain(operation.name);
  }
  for (const surface of ['rest', 'graphql']) {
    const all = [...CODES.split(' '), '401', '413', 'success'];
    expect(codesOf('createProduct', surface)).toEqual(expect.arrayContaining(all));
    expect(codesOf('createBundle', surface)).toEqual(expect.arrayContaining([...all, ...ITEM_CODES.split(' ')]));
    expect(codesOf('updateProduct', surface)).toEqual(expect.arrayContaining([...all, '403', '404']));
    expect(codesOf('readProduct', surface)).toEqual(expect.arrayContaining(['401', '403', '404', 'success']));
    expect(codesOf('readRental', surface)).toEqual(expect.arrayContaining(['401', '403', '404', 'success']));
  }
});

test('the harness has an expectation of every field of a product', () => {
  const { document } = createOpenApiEndpoint(createVersions(RELEASES), 'http://localhost');
  const fieldsOf = (date: string) => readRestContract(document(date)).operation('readProduct').answer?.shape.fields;
  const inAnyVersion = RELEASES.flatMap(({ date }) => [...(fieldsOf(date)?.keys() ?? [])]);
  expect(new Set(inAnyVersion)).toEqual(new Set([...PRODUCT_FIELDS, ...COMPARED_ON_UPDATE, ...IGNORED_ON_UPDATE]));
});
