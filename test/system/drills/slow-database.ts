// The drill `slow-database`: PostgreSQL responds late or not at all; each request ends in 2xx or 503 within its
// deadline, and nothing is half done or lost.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { connectedClient } from '../../support/pg-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { type DrillOptions, type Row, rowOf, timed } from './drill.ts';
import { afterHeldResponses } from './support/held-responses.ts';
import { type Answer, idIn, judged, type Node, send, times } from './support/send.ts';
import { startNode, startPostgres } from './support/servers.ts';

const ANSWER_WITHIN_MILLISECONDS = 5_500;
const WELL_WITHIN_MILLISECONDS = 2_000;
const REQUESTS = 40;
const AT_ONCE = 8;
const ITEMS = 3;

const SCENES: Readonly<Record<string, (proxy: TcpProxy) => unknown>> = {
  ...Object.fromEntries(
    [0, 100, 500, 1_000, 2_000].map((roundTrip) => [
      `${roundTrip} ms`,
      (proxy: TcpProxy) => proxy.slowDown(roundTrip),
    ]),
  ),
  silence: (proxy) => proxy.silence(),
  'no server': (proxy) => proxy.down(),
};

const product = { title: 'Tent', rent: 1, sku: 's' };

const KINDS = {
  reads: (node, [id]) => send(node, 'GET', `/product/${id}`),
  updates: (node, [id]) =>
    send(node, 'PUT', `/product/${id}`, { product: { title: 'Boat' } }),
  creates: (node) => send(node, 'POST', '/product', { product }),
  bundles: (node, ids) =>
    send(node, 'POST', '/bundle', {
      bundle: { title: 'Camp', items: ids.map((id) => ({ ad_id: id, quantity: 1 })) },
    }),
} satisfies Record<string, (node: Node, ids: readonly number[]) => Promise<Answer>>;

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const { url } = await startPostgres(cleanup);
  const client = await connectedClient(url);
  cleanup.defer(() => client.end());
  const proxy = await startTcpProxy(url);
  cleanup.defer(() => proxy.close());
  const service = await startNode(cleanup, { DATABASE_URL: proxy.url, LOG_LEVEL: 'silent' });
  const ids = (
    await times(ITEMS, 1, () => send(service, 'POST', '/product', { product }))
  ).map(idIn);
  const rows: Row[] = [];
  for (const [scene, begin] of Object.entries(SCENES)) {
    await begin(proxy);
    for (const [kind, request] of Object.entries(KINDS)) {
      const answers = await times(REQUESTS, AT_ONCE, () => request(service, ids));
      const statuses = scene === '0 ms' ? [200, 201] : [200, 201, 503];
      const ranOperations = judged(answers, statuses, ANSWER_WITHIN_MILLISECONDS);
      rows.push(
        rowOf(`${kind}, ${scene}`, ranOperations, await countLost(client, kind, answers)),
      );
    }
    const up = await times(1, 1, () => send(service, 'GET', '/healthz'));
    await proxy.back();
    rows.push(
      rowOf(`/healthz, ${scene}`, judged(up, [200])),
      rowOf(`well again, ${scene}`, [await untilWritten(service)]),
    );
  }
  const [id = 0] = ids;
  rows.push(...(await afterHeldResponses({ url, client, proxy, service, id })));
  const after = await times(REQUESTS, AT_ONCE, () => KINDS.reads(service, ids));
  const halfDone = await countWith(client, `<> ${ITEMS}`, `title = 'Camp'`);
  return [...rows, rowOf('reads afterwards', judged(after, [200]), halfDone)];
}

/** Creates until one returns 201. */
const untilWritten = (node: Node) =>
  timed(WELL_WITHIN_MILLISECONDS, async () => {
    for (
      let count = 0;
      count < REQUESTS && (await KINDS.creates(node)).status !== 201;
      count++
    )
      await delay(50);
  });

/** A condition's products and bundles with this number of items. */
async function countWith(
  client: pg.Client,
  items: string,
  condition: string,
  values: unknown[] = [],
): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS count FROM products WHERE ${condition}
     AND (SELECT count(*) FROM bundle_items WHERE bundle_id = products.id) ${items}`,
    values,
  );
  return rows[0].count;
}

/** The created products and bundles that are not in the database with all of their items. */
async function countLost(
  client: pg.Client,
  kind: string,
  answers: readonly Answer[],
): Promise<number> {
  const created = answers.filter(({ status }) => status === 201).map(idIn);
  return (
    created.length -
    (await countWith(client, kind === 'bundles' ? `= ${ITEMS}` : '= 0', 'id = ANY($1)', [
      created,
    ]))
  );
}
