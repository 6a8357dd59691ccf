// A test app behind a real socket on loopback, for clients that speak HTTP. Its documents name the origin of that socket.
import { parseConfig } from '../../src/config.ts';
import { listen } from '../../src/http/listen.ts';
import type { Versions } from '../../src/operation/versions.ts';
import { BASE, createTestApp, type TestApp } from '../support/app.ts';

export async function serveApp(versions?: Versions) {
  let app: TestApp | undefined;
  const listening = await listen(
    {
      fetch: async (request, connection) => app?.app.fetch(request, connection) ?? new Response(null, { status: 503 }),
    },
    { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) },
  );
  const { publicOrigin } = parseConfig({ PORT: String(listening.port) });
  const served = await createTestApp({ config: { publicOrigin }, ...(versions && { versions }) });
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
