// Clients that hey-api generates of the documents of both versions, on a service that has both.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { type ServedApp, serveApp } from '../clients/serve-app.ts';
import { tryTool } from '../clients/tools/try-tool.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

let app: ServedApp;
let rentalId: number;
beforeAll(async () => {
  app = await serveApp(rehearsedOn('2031-04-01'));
  const { id: productId } = await app.product();
  const item = { position: 0, productId, title: 'Tent', quantity: 1, dailyRate: 24.5, total: 73.5 };
  rentalId = (await app.rental({ items: { create: item } })).id;
});
afterAll(() => app.close());

async function runJob(version: string, job: string): Promise<unknown> {
  const { value } = await createToken(app.db, {
    ...{ userId: app.owner.id, name: version, environment: 'test', version },
  });
  return tryTool('hey-api', app, { graphqlUrl: app.graphqlUrl, token: value, rentalId }, { version, job });
}

test('that of the older version does the main job with its five operations, unchanged', async () => {
  expect(await runJob(V1, 'job')).toEqual({
    updated: true,
    product: { title: 'Tent', rent: 26, sku: 'T-1' },
    bundleRent: 52,
    rental: { status: 'active', total: 73.5, lastDay: '2026-07-12' },
    codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED'],
  });
});

test('that of the newer version does it in its names, types and values, without what it has withdrawn', async () => {
  expect(await runJob(V2, 'rehearsed-job')).toEqual({
    path: true,
    updated: true,
    product: {
      ...{ rent: 26, rehearsed: 'CHF', code: 'T-1', label: 'Peg' },
      ...{ stock: 'unit', days: '3', online: false },
    },
    rental: { status: 'running', begins: '2026-07-10', dailyRate: '24.5' },
    codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED', 'REQUIRED', 'REQUIRED'],
    hasBundles: false,
  });
});
