// The importers of the guide have the columns of the version of their token, on a service that has both versions.
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken } from '../../../src/accounts/tokens.ts';
import { type ServedApp, serveApp } from '../clients/serve-app.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const IMPORTERS = join(import.meta.dirname, '../../../src/sites/docs/guides/importers');

let app: ServedApp;
let directory: string;
beforeAll(async () => {
  app = await serveApp(rehearsedOn('2031-04-01'));
  directory = await mkdtemp(join(tmpdir(), 'importers-'));
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const FILES = {
  [V1]: 'title,rent,cost,sku,stock_type,equipments,shelf_life_min\nTent,5,3,T-1,0,Peg:2,30\n',
  [V2]: 'title,daily_rent,code,stock_type,equipments,shelf_life_min,country_of_manufacture,rehearsed\nTent,5,T-1,unit,Peg:2,30,DE,CHF\n',
};

for (const [name, command] of Object.entries({ py: 'python3', mjs: process.execPath })) {
  const isThere = spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
  test.skipIf(!isThere).each([V1, V2])(`import-products.${name} with a token of version %s`, async (version) => {
    const { id, value } = await createToken(app.db, {
      ...{ userId: app.owner.id, name: version, environment: 'test', version },
    });
    const source = join(directory, `${id}.csv`);
    await writeFile(source, FILES[version] ?? '');
    const { stdout } = await promisify(execFile)(
      command,
      [join(IMPORTERS, `import-products.${name}`), source, `${source}.result`],
      { env: { ...process.env, API: app.restUrl, TOKEN: value } },
    );
    expect(stdout).toBe('1 created, 0 refused, 0 created before\n');
    expect(await app.db.product.findFirst({ orderBy: { id: 'desc' } })).toMatchObject({
      ...{ title: 'Tent', sku: 'T-1', stockType: 'UNIT', shelfLifeMin: 30 },
      equipments: [{ name: 'Peg', quantity: 2 }],
    });
  });
}
