// Bundles whose products go offline at the same time (D27), on two nodes.
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { lock, waiting } from '../../support/lock.ts';
import { atOnce, type Nodes, startNodes, statuses, tally } from './nodes.ts';

const BUNDLES = 150;

let nodes: Nodes;
beforeEach(async () => {
  nodes = await startNodes();
  return nodes.close;
});

/** Records, when a bundle is committed, each of its items that is offline at that moment. */
const WITNESS = `CREATE TABLE violations (product_id int NOT NULL);
  CREATE FUNCTION witness() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO violations SELECT id FROM products WHERE id = NEW.ad_id AND NOT online; RETURN NEW;
  END $$;
  CREATE CONSTRAINT TRIGGER witness AFTER INSERT ON bundle_items DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION witness()`;

test('no bundle is ever committed with an offline product (D27)', async () => {
  const witness = await nodes.session();
  await witness.query(WITNESS).finally(() => witness.end());
  const ids = (await atOnce(3, () => nodes.product())).map(({ id }) => id);
  const items = [...ids].reverse().map((ad_id) => ({ ad_id, quantity: 1 }));
  const answers: { status: number; codes: string[] }[] = [];

  const creator = async (n: number) => {
    while (answers.length < BUNDLES) {
      const { status, body } = await nodes.rest(n, 'POST', '/bundle', {
        bundle: { title: 'Pack', items },
      });
      answers.push({
        status,
        codes: (body.errors ?? []).map(({ code }: { code: string }) => code),
      });
    }
  };
  const switcher = async (id: number, n: number) => {
    for (let online = false; answers.length < BUNDLES; online = !online) {
      const { status } = await nodes.rest(n, 'PUT', `/product/${id}`, {
        product: { online },
      });
      // A busy machine may not respond within a request's deadline.
      expect([200, 503]).toContain(status);
      // They are online most of the time, otherwise hardly any bundle would be created.
      if (online) await delay(10);
    }
  };
  await Promise.all([atOnce(6, creator), ...ids.map(switcher)]);

  const { 201: made = 0, 400: refused = 0, 503: unanswered = 0 } = statuses(answers);
  expect([made > 0, refused > 0, made + refused + unanswered]).toEqual([
    true,
    true,
    answers.length,
  ]);
  expect(tally(answers.flatMap(({ codes }) => codes))).toEqual({
    PRODUCT_OFFLINE: expect.any(Number),
  });
  expect(await nodes.db.$queryRaw`SELECT * FROM violations`).toEqual([]);
  const stored = await nodes.db.product.count({ where: { type: 'BUNDLE' } });
  expect([stored >= made, stored <= made + unanswered]).toEqual([true, true]);
  expect(
    await nodes.db.product.count({ where: { type: 'BUNDLE', items: { none: {} } } }),
  ).toBe(0);
});

const RAISE = 'UPDATE products SET quantity = 2 WHERE id = $1';

test('retries a bundle that loses a deadlock, and creates it once', async () => {
  const [low, high] = [await nodes.product(), await nodes.product()];
  // After this time the bundle looks for a deadlock and finds itself in one; the other session never looks.
  await nodes.db.$executeRawUnsafe(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET deadlock_timeout = 600', current_database()); END $$",
  );
  const fresh = nodes.database.pool;
  for (const client of await atOnce(fresh?.totalCount ?? 0, async () => fresh?.connect()))
    client?.release(true);
  const other = await nodes.session();
  await other.query("SET deadlock_timeout = '60s'");
  await other.query('BEGIN');
  await other.query(RAISE, [high.id]);

  const items = [high, low].map(({ id }) => ({ ad_id: id, quantity: 1 }));
  const creating = nodes.rest(0, 'POST', '/bundle', { bundle: { title: 'Pack', items } });
  await expect.poll(() => waiting(nodes)).toBe(1);
  // The bundle has locked this one. This session never gives up, so it continues only when the bundle does.
  await other.query(RAISE, [low.id]);
  await other.query('COMMIT');

  expect((await creating).status).toBe(201);
  expect(await nodes.db.product.count({ where: { type: 'BUNDLE' } })).toBe(1);
  await other.end();
});

test("a bundle that waits for a locked product doesn't delay other users' bundles", async () => {
  const [own, others] = [await nodes.product(), await nodes.product({}, nodes.rival.id)];
  const create = (id: number, token: string) =>
    nodes.rest(
      0,
      'POST',
      '/bundle',
      { bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 1 }] } },
      { token },
    );
  const { untilOneWaits, release } = await lock(nodes, RAISE, own.id);
  const creating = create(own.id, nodes.owner.token);
  await untilOneWaits();

  expect((await create(others.id, nodes.rival.token)).status).toBe(201);
  await release();
  expect((await creating).status).toBe(201);
});
