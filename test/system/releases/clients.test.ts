// A generated client and the guide's importer with tokens of the rehearsed version; test/system/clients has the released ones.
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openImporter, testImporter } from '../clients/importer.ts';
import { serveApp } from '../clients/serve-app.ts';
import { tryTool } from '../clients/tools/try-tool.ts';
import { rehearsedOn, V2 } from './rehearsal.ts';

const app = await serveApp(rehearsedOn('2031-04-01'));
const importer = await openImporter(app.origin);

/** The responses in a job of the client that hey-api generates from the newer version's document. */
async function runJob(): Promise<unknown> {
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
  const settings = { graphqlUrl: app.graphqlUrl, token: app.owner.token, rentalId };
  return tryTool('hey-api', app, settings, { version: V2 });
}

test("the newer version's client does the main job in its names, types and values, without what it removed", async () => {
  expect(await runJob()).toEqual({
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

const FILE =
  'title,daily_rent,code,stock_type,equipments,shelf_life_min,country_of_manufacture,rehearsed\nTent,5,T-1,unit,Peg:2,30,DE,CHF\n';

testImporter('the importer has the columns of the newer version', async () => {
  await writeFile(importer.file('a.csv'), FILE);
  const words = ['a.csv', 'a.result.csv'];
  const { output, messages } = await importer.start(app.owner.token, words).ended;
  expect(messages).toBe('');
  expect(output).toBe('1 created, 0 rejected, 0 created before');
  expect(await app.db.product.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
    ...{ title: 'Tent', sku: 'T-1', stockType: 'UNIT', shelfLifeMin: 30 },
    equipments: [{ name: 'Peg', quantity: 2 }],
  });
});
