// An app on a database with the demo data, as a first start leaves it, and the token of the demo owner.
import { prepareDemoOwner } from '../../src/demo/prepare-demo-owner.ts';
import { createTestApp, type TestAppOptions } from './app.ts';
import { freshDatabase } from './database.ts';
import { NEWEST_VERSION } from './newest-version.ts';

export async function createDemoApp(now: Date, options: Omit<TestAppOptions, 'database'> = {}) {
  const database = await freshDatabase();
  const demo = await prepareDemoOwner(database, { environment: 'test', version: NEWEST_VERSION }, now);
  if (!demo) throw new Error('The database is not empty');
  return { ...(await createTestApp({ ...options, database })), token: demo.token };
}

export type DemoApp = Awaited<ReturnType<typeof createDemoApp>>;
