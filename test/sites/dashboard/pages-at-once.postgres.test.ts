// Many pages that one user asks for at once: they leave connections of the pool to other users.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { signedIn } from './visitor.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const PAGES = 64;

test('while the statements of 64 pages of one user wait, an update of another user does not', async () => {
  const visitor = await signedIn(app);
  const { id } = await app.product({}, app.rival.id);
  let pages: Promise<{ status: number }[]> | undefined;
  await app.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE refused_requests IN ACCESS EXCLUSIVE MODE`;
    pages = Promise.all(Array.from({ length: PAGES }, () => visitor.get('/dashboard/requests')));
    await expect
      .poll(
        () =>
          app.db
            .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
      .not.toEqual([]);
    const update = await app.rest('PUT', `/product/${id}`, { product: { rent: 2 } }, app.rival);
    expect(update.status).toBe(200);
  });
  const statuses = (await pages)?.map(({ status }) => status) ?? [];
  expect(statuses).toHaveLength(PAGES);
  for (const status of statuses) expect([200, 503]).toContain(status);
});
