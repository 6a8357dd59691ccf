// Tools of integrators on the served documents. `npm run clients` tries those too whose packages it has to install.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { serveApp, serveDemoApp } from './serve-app.ts';
import { needsInstall, TOOLS, tryTool } from './tools/try-tool.ts';

const isTried = (tool: string) => process.env.ALL_TOOLS !== undefined || !needsInstall(tool);
const INSTALL_MILLISECONDS = 300_000;

const app = await serveApp();
afterAll(app.close);
const { id: rentalId } = await app.rental();
const situation = { graphqlUrl: app.graphqlUrl, token: app.owner.token, rentalId };

test.for(TOOLS.filter((tool) => !['spectral', 'prism'].includes(tool) && isTried(tool)))(
  'the client of %s is generated, compiled, and does the main job',
  { timeout: INSTALL_MILLISECONDS },
  async (generator) => {
    expect(await tryTool(generator, app, situation)).toEqual({
      updated: true,
      product: { title: 'Tent', rent: 26, sku: 'T-1' },
      bundleRent: 52,
      rental: { status: 'active', total: 73.5, lastDay: '2026-07-12' },
      codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED'],
    });
  },
);

test.runIf(isTried('relay'))(
  'relay-compiler makes of the documents of the guide the operations that the guide is tested with',
  { timeout: INSTALL_MILLISECONDS },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'relay-'));
    try {
      await cp(join(import.meta.dirname, 'relay'), directory, { recursive: true });
      await writeFile(
        join(directory, 'schema.graphql'),
        (await app.call('/docs/schema.graphql', {}, { token: null })).body,
      );
      const { dependencies } = JSON.parse(
        await readFile(join(import.meta.dirname, 'tools/relay/package.json'), 'utf8'),
      );
      const command = ['--yes', `relay-compiler@${dependencies['relay-compiler']}`, '--validate'];
      await expect(promisify(execFile)('npx', command, { cwd: directory })).resolves.toBeDefined();
    } finally {
      await rm(directory, { recursive: true });
    }
  },
);

test.runIf(isTried('postman'))(
  'each request of the Postman collection is done by the demo owner as it stands',
  { timeout: INSTALL_MILLISECONDS },
  async () => {
    const demo = await serveDemoApp();
    try {
      const statuses = await tryTool('postman', demo, { ...situation, token: demo.token }, { job: 'send-all' });
      expect(statuses).toEqual([200, 200, 200, 201, 201]);
    } finally {
      await demo.close();
    }
  },
);

test.runIf(isTried('prism'))(
  'the mock server of Prism answers as the service does: invalid requests 400, no deprecation of a version that has none',
  { timeout: INSTALL_MILLISECONDS },
  async () => {
    const common = { isDeprecated: false };
    expect(await tryTool('prism', app, situation)).toMatchObject({
      read: { ...common, status: 200, body: { product: { title: 'Four-person tent' } } },
      created: { ...common, status: 201, body: { success: true } },
      refused: { ...common, status: 400, body: { success: false } },
      withoutWrapper: { ...common, status: 400, body: { success: false } },
      stranger: 401,
    });
  },
);

test.runIf(isTried('spectral'))(
  'Spectral finds nothing in the OpenAPI document under its rules for OpenAPI',
  { timeout: INSTALL_MILLISECONDS },
  () => expect(tryTool('spectral', app, situation)).resolves.toBeUndefined(),
);
