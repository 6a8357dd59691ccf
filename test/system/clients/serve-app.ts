// A test app behind a real loopback socket, for clients that speak HTTP. Its documents contain the socket's origin.
import { afterAll, onTestFinished } from 'vitest';
import type { Versions } from '../../../src/operation/versions.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { serve } from '../../support/serve.ts';

/** For all tests of a file, closed after them. */
export async function serveApp(versions?: Versions) {
  const app = await served((options) =>
    createTestApp({ ...options, ...(versions && { versions }) }),
  );
  afterAll(app.close);
  return app;
}

/** For one test, with the demo data and a token of the demo owner. */
export async function serveDemoApp() {
  const app = await served((options) => createDemoApp(new Date(), options));
  onTestFinished(app.close);
  return app;
}

async function served<App extends TestApp>(
  create: (options: TestAppOptions) => Promise<App>,
) {
  const app = await serve((publicOrigin) => create({ config: { publicOrigin } }));
  return {
    ...app,
    graphqlUrl: `${app.origin}/graphql`,
    /** A rental between the app's two users, in the database. */
    rental: (data: object = {}) =>
      app.rental([], {
        startDate: new Date('2026-07-10'),
        endDate: new Date('2026-07-12'),
        totalAmount: 73.5,
        ...data,
      }),
    headers: { Authorization: `Bearer ${app.owner.token}` },
  };
}

export type ServedApp = Awaited<ReturnType<typeof serveApp>>;
