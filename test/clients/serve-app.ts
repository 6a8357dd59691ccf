// A test app behind a real socket on loopback, for clients that speak HTTP.
import { listen } from '../../src/http/listen.ts';
import { BASE, createTestApp } from '../support/app.ts';

export async function serveApp() {
  const app = await createTestApp();
  const options = { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) };
  const listening = await listen(app.app, options);
  const origin = `http://127.0.0.1:${listening.port}`;
  return {
    ...app,
    restUrl: `${origin}${BASE}`,
    graphqlUrl: `${origin}/graphql`,
    headers: { Authorization: `Bearer ${app.owner.token}` },
    async close() {
      await listening.stop();
      await app.close();
    },
  };
}

export type ServedApp = Awaited<ReturnType<typeof serveApp>>;
