// Integrators' tools on the served documents. `npm run clients` also tries those whose packages it must install.
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { serveApp, serveDemoApp } from './serve-app.ts';
import { needsInstall, tryTool } from './tools/try-tool.ts';

const app = await serveApp();
const { id: rentalId } = await app.rental();
const situation = { graphqlUrl: app.graphqlUrl, token: app.owner.token, rentalId };

const isTried = (tool: string) => process.env.ALL_TOOLS !== undefined || !needsInstall(tool);

/** The others' jobs also read a rental and create a bundle. */
const WITH_PRODUCTS_ONLY = ['kubb', 'orval', 'swagger-typescript-api'];

describe('an integrator', { timeout: 300_000 }, () => {
  // hey-api's client has its job in system/releases.
  test.for(['openapi-fetch', 'postman', ...WITH_PRODUCTS_ONLY].filter(isTried))(
    'generates and compiles the client of %s, and does the main job with it',
    async (generator) => {
      const others = {
        bundleRent: 52,
        rental: { status: 'active', total: 73.5, lastDay: '2026-07-12' },
      };
      expect(await tryTool(generator, app, situation)).toEqual({
        updated: true,
        product: { title: 'Tent', rent: 26, sku: 'T-1' },
        codes: ['REQUIRED', 'MIN_VALUE', 'REQUIRED'],
        ...(!WITH_PRODUCTS_ONLY.includes(generator) && others),
      });
    },
  );

  /** The result of a tool on a new deployment with the demo data, as the demo owner. */
  async function tryAsDemoOwner(tool: string, job?: string) {
    const { graphqlUrl, token, ...demo } = await serveDemoApp();
    return tryTool(tool, demo, { ...situation, graphqlUrl, token }, { ...(job && { job }) });
  }

  test.runIf(isTried('postman'))(
    'sends each request of the Postman collection unchanged as the demo owner',
    () =>
      expect(tryAsDemoOwner('postman', 'send-all')).resolves.toEqual([
        200, 200, 200, 201, 201,
      ]),
  );

  test.runIf(isTried('prism'))(
    "gets the service's responses from Prism's mock server, without a deprecation",
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

  test.runIf(isTried('prism'))(
    "gets the service's responses through Prism's proxy, which finds no error",
    async () => {
      expect(await tryAsDemoOwner('prism', 'proxy')).toEqual([200, 200, 200, 201, 201, 404]);
    },
  );

  test.for(
    [
      ['redocly', 'strict rules'],
      ['openapi-3.0', 'command of the guide, which converts the document'],
      ['spectral', 'OpenAPI and OWASP rules, except those in its settings'],
    ].filter(([tool = '']) => isTried(tool)),
  )('finds no error with %s by its %s', ([tool = '']) =>
    expect(tryTool(tool, app, situation)).resolves.toBeUndefined(),
  );

  test.runIf(isTried('mcp'))(
    'creates a product and a bundle with the tools that an MCP server makes of the document',
    () =>
      expect(tryTool('mcp', app, situation)).resolves.toEqual({
        inputs: {
          'create-product': ['product', 'data'],
          'create-bundle': ['bundle'],
          'update-product': ['id', 'product', 'data'],
          'read-product': ['id'],
          'read-rental': ['id'],
        },
        hasMade: true,
      }),
  );

  test.runIf(isTried('portman'))(
    'passes the contract tests that Portman generates, as the demo owner',
    () => expect(tryAsDemoOwner('portman')).resolves.toHaveLength(10),
  );

  test.runIf(isTried('specmatic'))(
    'passes the contract tests that Specmatic generates, as the demo owner',
    async ({ skip }) => {
      skip(spawnSync('java', ['-version']).error !== undefined, 'Specmatic needs Java 17');
      const counts = await tryAsDemoOwner('specmatic');
      expect(counts).toMatch(/^Tests run: (\d+), Successes: \1, Failures: 0/);
    },
  );

  test.runIf(isTried('stitching'))('stitches the schema into a gateway', () =>
    expect(tryTool('stitching', app, situation)).resolves.toEqual({
      createProduct: { success: true, product: { title: 'Tent', type: 'PRODUCT' } },
      ownField: 1,
      viewer: { name: 'owner', permissions: ['READ', 'WRITE', 'DELETE'] },
    }),
  );
});
