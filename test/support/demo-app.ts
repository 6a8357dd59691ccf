// An app on a database with the demo data, and a token of the demo owner.
import { createToken } from '../../src/accounts/tokens.ts';
import { DEMO_IDS } from '../../src/demo/demo-data.ts';
import { seedDemoData } from '../../src/demo/seed-demo-data.ts';
import { createTestApp, type TestAppOptions } from './app.ts';
import { freshDatabase } from './database.ts';
import { NEWEST_VERSION } from './newest-version.ts';

export async function createDemoApp(
  now: Date,
  options: Omit<TestAppOptions, 'database'> = {},
) {
  const database = await freshDatabase();
  const token = await database.db.$transaction(async (tx) => {
    await seedDemoData(tx, now);
    const { value } = await createToken(tx, {
      userId: DEMO_IDS.people.owner,
      name: 'Demo',
      environment: 'test',
      version: options.versions?.newest() ?? NEWEST_VERSION,
    });
    return value;
  });
  return { ...(await createTestApp({ ...options, database })), token };
}
