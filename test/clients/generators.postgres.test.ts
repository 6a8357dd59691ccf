// Clients of other generators: generated from the served documents, compiled, and the main job run with each.
// `npm run clients` tries those too whose packages are installed for the trial, from npm's registry or its cache.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { needsInstall, type Situation, tryGenerator } from './generators/try-generator.ts';
import { type ServedApp, serveApp } from './serve-app.ts';

const ALL = process.env.ALL_GENERATORS !== undefined;
const INSTALL_MILLISECONDS = 300_000;

const generators = readdirSync(join(import.meta.dirname, 'generators'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

let app: ServedApp;
let situation: Situation;
beforeAll(async () => {
  app = await serveApp();
  const { id } = await app.db.rental.create({
    data: {
      status: 'ACTIVE',
      startDate: new Date('2026-07-10'),
      endDate: new Date('2026-07-12'),
      totalAmount: 73.5,
      tenantId: app.rival.id,
      ownerId: app.owner.id,
    },
  });
  situation = { graphqlUrl: app.graphqlUrl, token: app.owner.token, rentalId: id };
});
afterAll(() => app.close());

const outcome = {
  updated: true,
  product: { title: 'Tent', rent: 26, sku: 'T-1' },
  bundleRent: 52,
  rental: { status: 'active', total: 73.5, lastDay: '2026-07-12' },
  codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED'],
};

test.for(generators.filter((name) => ALL || !needsInstall(name)))(
  '%s: its client is made, compiled, and does the main job',
  { timeout: INSTALL_MILLISECONDS },
  async (generator) => {
    const expected = generator === 'spectral' ? undefined : outcome;
    expect(await tryGenerator(generator, app, situation)).toEqual(expected);
  },
);
