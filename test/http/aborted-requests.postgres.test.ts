// Clients that disconnect during a request, on both APIs (D43): no error, nothing half done, nothing left behind.
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildOf } from '../../src/config.ts';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import { BASE } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { heldProbe } from '../support/held-probe.ts';
import { type LogLine, recordedLog } from '../support/log.ts';
import { jsonRequest, type ServedApp, serveTestApp } from './served-app.ts';

const CLIENTS = 30;
/** Until the server has noticed the end of all connections. */
const SEEN_MILLISECONDS = 500;

let app: ServedApp;
let logged: () => LogLine[];
let metrics: Metrics;
let probe: ReturnType<typeof heldProbe>;
beforeEach(async () => {
  probe = heldProbe();
  const log = recordedLog();
  ({ logged } = log);
  metrics = createMetrics(buildOf(undefined));
  app = await serveTestApp({
    database: await freshDatabase(),
    imageProbe: probe.imageProbe,
    logger: log.logger,
    metrics,
  });
});
afterEach(() => app.close());

const images = [{ src: 'https://images.example.com/1.webp' }];
const CREATE = `mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success bundle { items { adId } } } }`;

/** The bytes of a create of a bundle with two items. */
function creation(surface: string, id: number): string {
  const pack = (adId: object) => {
    const items = [1, 2].map((quantity) => ({ ...adId, quantity }));
    return { title: 'Pack', images, items };
  };
  const post = (path: string, body: object) =>
    jsonRequest(app.owner.token, 'POST', path, JSON.stringify(body));
  return surface === 'REST'
    ? post(`${BASE}/bundle`, { bundle: pack({ ad_id: id }) })
    : post('/graphql', { query: CREATE, variables: { input: pack({ adId: `${id}` }) } });
}

const expectAborted = async (count: number) => {
  const ended = { msg: 'aborted', 'http.response.status_code': 499 };
  const aborted = { level: 'info', 'owner_api.user_id': app.owner.id, ...ended };
  await expect.poll(logged).toEqual(Array(count).fill(expect.objectContaining(aborted)));
};

test.each(['REST', 'GRAPHQL'])(
  '%s: when clients disconnect, writes finish, cut-off bodies write nothing, and each is logged (D43)',
  { timeout: 60_000 },
  async (surface) => {
    const { id } = await app.product();
    const bytes = creation(surface, id);
    const whole = await Promise.all(Array.from({ length: CLIENTS }, () => app.connect()));
    for (const client of whole) client.send(bytes);
    await expect.poll(() => probe.waiting).toBe(CLIENTS);
    for (const client of whole) client.close();
    await delay(SEEN_MILLISECONDS);
    probe.open();
    await expectAborted(CLIENTS);
    for (let n = 0; n < CLIENTS; n++) {
      const client = await app.connect();
      client.send(bytes.slice(0, -10));
      await delay(2);
      client.close();
    }
    await expectAborted(2 * CLIENTS);
    const bundles = await app.db.product.findMany({
      where: { type: 'BUNDLE' },
      include: { items: true },
    });
    // A slow machine rolls some of them back at their deadline.
    expect(bundles.length).toBeGreaterThan(0);
    expect(bundles.length).toBeLessThanOrEqual(CLIENTS);
    expect(new Set(bundles.map(({ items }) => items.length))).toEqual(new Set([2]));
    const { pool } = app.database;
    await expect
      .poll(() => [pool?.waitingCount, (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0)])
      .toEqual([0, 0]);
    expect(probe.waiting).toBe(0);
    const figures = await metrics.registry.metrics();
    expect(figures).toMatch(
      new RegExp(`surface="${surface.toLowerCase()}",operation=".*",status="aborted"`),
    );
    expect(figures).not.toMatch(
      /owner_api_failed_requests_total\{.*\} [1-9]|status="\d|result="(?!DONE)/,
    );
    await app.app.close();
    expect(await app.db.failedRequest.count()).toBe(0);
    expect(await app.db.tokenUsage.count()).toBe(0);
  },
);
