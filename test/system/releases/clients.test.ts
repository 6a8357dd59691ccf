// Generated clients and the guide's importer, with tokens of both versions, on a service that has both.
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { isSkipped, openImporter } from '../clients/importer.ts';
import { serveApp } from '../clients/serve-app.ts';
import { tryTool } from '../clients/tools/try-tool.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const app = await serveApp(rehearsedOn('2031-04-01'));
const importer = await openImporter(app.origin);

const tokenOf = async (version: string) =>
  (
    await createToken(app.db, {
      userId: app.owner.id,
      name: version,
      environment: 'test',
      version,
    })
  ).value;

/** The responses in a job of the client that hey-api generates from a version's document. */
async function runJob(version: string, job: string): Promise<unknown> {
  const { id: productId } = await app.product();
  const item = {
    position: 0,
    productId,
    title: 'Tent',
    quantity: 1,
    dailyRate: 24.5,
    total: 73.5,
  };
  const { id: rentalId } = await app.rental({ items: { create: item } });
  const settings = { graphqlUrl: app.graphqlUrl, token: await tokenOf(version), rentalId };
  return tryTool('hey-api', app, settings, { version, job });
}

test("the older version's client does the main job with its five operations, unchanged", async () => {
  expect(await runJob(V1, 'job')).toEqual({
    updated: true,
    product: { title: 'Tent', rent: 26, sku: 'T-1' },
    bundleRent: 52,
    rental: { status: 'active', total: 73.5, lastDay: '2026-07-12' },
    codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED'],
  });
});

test("the newer version's client does it in its names, types and values, without what it removed", async () => {
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

const FILES = {
  [V1]: 'title,rent,cost,sku,stock_type,equipments,shelf_life_min\nTent,5,3,T-1,0,Peg:2,30\n',
  [V2]: 'title,daily_rent,code,stock_type,equipments,shelf_life_min,country_of_manufacture,rehearsed\nTent,5,T-1,unit,Peg:2,30,DE,CHF\n',
};

test.skipIf(isSkipped).each([V1, V2])(
  'the importer has the columns of version %s',
  async (version) => {
    await writeFile(importer.file(`${version}.csv`), FILES[version] ?? '');
    const words = [`${version}.csv`, `${version}.result.csv`];
    const { output, messages } = await importer.start(await tokenOf(version), words).ended;
    expect(messages).toBe('');
    expect(output).toBe('1 created, 0 rejected, 0 created before');
    expect(await app.db.product.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      ...{ title: 'Tent', sku: 'T-1', stockType: 'UNIT', shelfLifeMin: 30 },
      equipments: [{ name: 'Peg', quantity: 2 }],
    });
  },
);
