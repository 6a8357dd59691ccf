// Drill: each round trip to PostgreSQL is late; a request ends in 2xx or 503 within its deadline, and nothing is half done.
import pg from 'pg';
import { type Service, startService } from '../../process/service.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import type { Row } from './drill.ts';
import { type Answer, rowOf, send, times } from './support/send.ts';

const ROUND_TRIPS_MILLISECONDS = [0, 100, 500, 1_000, 2_000];
const ANSWER_WITHIN_MILLISECONDS = 5_500;
const REQUESTS = 40;
const AT_ONCE = 8;
const ITEMS = 3;

const product = { title: 'Tent', rent: 1, sku: 's' };

const kinds: Record<string, (service: Service, ids: readonly number[]) => Promise<Answer>> = {
  reads: (service, [id]) => send(service, 'GET', `/product/${id}`),
  updates: (service, [id]) => send(service, 'PUT', `/product/${id}`, { product: { title: 'Boat' } }),
  creates: (service) => send(service, 'POST', '/product', { product }),
  bundles: (service, ids) =>
    send(service, 'POST', '/bundle', {
      bundle: { title: 'Camp', items: ids.map((id) => ({ ad_id: id, quantity: 1 })) },
    }),
};

/** Of the created products and bundles, those that are not in the database with all of their items. */
async function countLost(client: pg.Client, name: string, answers: readonly Answer[]): Promise<number> {
  const created = answers.filter(({ status }) => status === 201).map(({ id }) => id);
  const items = name === 'bundles' ? ITEMS : 0;
  const { rows } = await client.query(
    `SELECT count(*)::int AS whole FROM products WHERE id = ANY($1)
     AND (SELECT count(*) FROM bundle_items WHERE bundle_id = products.id) = $2`,
    [created, items],
  );
  return created.length - rows[0].whole;
}

/** Bundles, answered or not, without all of their items. */
async function countHalfBundles(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS half FROM products WHERE title = 'Camp'
     AND (SELECT count(*) FROM bundle_items WHERE bundle_id = products.id) <> $1`,
    [ITEMS],
  );
  return rows[0].half;
}

export async function run(): Promise<Row[]> {
  const postgres = await startPostgresServer();
  const proxy = await startTcpProxy(postgres.url);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const service = await startService({ DATABASE_URL: proxy.url, RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'error' });
  const rows: Row[] = [];
  try {
    const ids = (await times(ITEMS, 1, () => send(service, 'POST', '/product', { product }))).map(({ id }) => id);
    for (const roundTrip of ROUND_TRIPS_MILLISECONDS) {
      proxy.slowDown(roundTrip);
      for (const [name, request] of Object.entries(kinds)) {
        const answers = await times(REQUESTS, AT_ONCE, () => request(service, ids));
        const lost = await countLost(client, name, answers);
        const allowed = roundTrip === 0 ? [200, 201] : [200, 201, 503];
        rows.push(rowOf(`${name} at ${roundTrip} ms`, answers, allowed, { lost, within: ANSWER_WITHIN_MILLISECONDS }));
      }
    }
    await proxy.back();
    const after = await times(REQUESTS, AT_ONCE, () => send(service, 'GET', `/product/${ids[0]}`));
    rows.push(rowOf('reads afterwards', after, [200, 503], { lost: await countHalfBundles(client) }));
  } finally {
    await service.stop();
    await client.end();
    await proxy.close();
    await postgres.stop();
  }
  return rows;
}
