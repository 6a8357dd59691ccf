// A test app behind a real socket on loopback, for clients that speak HTTP. Its documents name the origin of that socket.
import { parseConfig } from '../../../src/config.ts';
import { listen } from '../../../src/http/listen.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { BASE, createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { createDemoApp } from '../../support/demo-app.ts';

export const serveApp = (versions?: Versions) =>
  serve((options) => createTestApp({ ...options, ...(versions && { versions }) }));

/** With the demo data and a token of the demo owner. */
export const serveDemoApp = () => serve((options) => createDemoApp(new Date(), options));

async function serve<App extends TestApp>(create: (options: TestAppOptions) => Promise<App>) {
  let app: App | undefined;
  const listening = await listen(
    {
      fetch: async (request, connection) => app?.app.fetch(request, connection) ?? new Response(null, { status: 503 }),
    },
    { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) },
  );
  const { publicOrigin } = parseConfig({ PORT: String(listening.port) });
  const served = await create({ config: { publicOrigin } });
  app = served;
  return {
    ...served,
    restUrl: `${publicOrigin}${BASE}`,
    graphqlUrl: `${publicOrigin}/graphql`,
    /** A rental between the two people of the app, in the database. */
    rental: (data: object = {}) =>
      served.db.rental.create({
        data: {
          status: 'ACTIVE',
          startDate: new Date('2026-07-10'),
          endDate: new Date('2026-07-12'),
          totalAmount: 73.5,
          tenantId: served.rival.id,
          ownerId: served.owner.id,
          ...data,
        },
      }),
    headers: { Authorization: `Bearer ${served.owner.token}` },
    async close() {
      await listening.stop();
      await served.close();
    },
  };
}

export type ServedApp = Awaited<ReturnType<typeof serveApp>>;
