// An update whose statement reaches the database after its response: it must not undo a newer one.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import type { Database } from '../../src/database/db.ts';
import { callsOf, createTestApp, type TestApp } from '../support/app.ts';
import { silentLog } from '../support/log.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { troubledDatabase } from '../support/troubled-database.ts';

const UPDATES = 3;

const troubled = troubledDatabase();
let app: TestApp;
/** The connections of a second node, which never stall. */
let direct: Database;

beforeEach(async () => {
  // Images are probed between the read of a product and its update: the server stalls before the updates.
  const allRead = Promise.withResolvers<void>();
  let probes = 0;
  const imageProbe = {
    async reachable(urls: readonly string[]) {
      if (++probes === UPDATES) allRead.resolve();
      await allRead.promise;
      troubled.proxy.silence();
      return urls.map(() => true);
    },
  };
  app = await createTestApp({ database: troubled.database, imageProbe });
  direct = await openPostgres(troubled.serverUrl);
});
afterEach(async () => {
  await direct.close();
  await app.close();
});

/** The server's processes behind the connections of the stalled service. */
async function writers(): Promise<number[]> {
  const { pool } = app.database;
  const size = pool?.options.max ?? 0;
  const asked = Array.from({ length: size }, () =>
    pool?.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)'),
  );
  return (await Promise.all(asked)).map((result) => result?.rows[0]?.pid ?? 0);
}

const isRunning = async (pids: readonly number[]) => {
  const [found] = await direct.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE pid = ANY(${pids})`;
  return found?.count;
};

const UPDATE = `mutation ($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input) { success }
}`;

test('an update that returned 503 changes nothing when it arrives after a newer one (D41)', async () => {
  const title = 'late';
  const images = [{ src: 'https://images.example.com/late.webp' }];
  const calls: Record<string, (id: number) => Promise<{ status: number }>> = {
    'REST, any revision': (id) =>
      app.updateProduct(id, { title, images }, { headers: { 'If-Match': '*' } }),
    'REST with a key': (id) =>
      app.updateProduct(id, { title, images }, { headers: { 'Idempotency-Key': 'late' } }),
    GraphQL: (id) => app.graphql(UPDATE, { id, input: { title, images } }),
  };
  const products = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => ({
      name,
      call,
      ...(await app.product()),
    })),
  );
  const stalled = await writers();
  const late = await Promise.all(products.map(({ id, call }) => call(id)));
  expect(late.map(({ status }) => status)).toEqual([503, 503, 503]);

  const second = createApp({
    database: direct,
    config: parseConfig({}),
    logger: silentLog(),
  });
  const { updateProduct } = callsOf(second, app.owner.token);
  const newer = { title: 'newer' };
  for (const { id } of products)
    expect(await updateProduct(id, newer)).toMatchObject({ status: 200 });
  await second.close();
  await troubled.proxy.back();
  await expect.poll(() => isRunning(stalled)).toBe(0);
  const titles = await direct.db.product.findMany({
    select: { title: true, revision: true },
  });
  expect(titles).toEqual(products.map(() => ({ ...newer, revision: 2 })));
});
