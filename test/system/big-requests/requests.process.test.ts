// No request of up to 1 MiB blocks the process or fills its memory: requests of two sizes, measured in CPU time.
import { Agent } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { type ServedApp, serveTestApp } from '../../http/served-app.ts';
import { migratedDirectory } from '../../support/data-directory.ts';
import { sendBy } from '../harness/calls/raw-fetch.ts';
import { failureOf } from '../harness/suites/damaged-requests.ts';
import { BIG_PRODUCT, bigAnswers, ESCAPED_PRODUCT } from './answers.ts';
import { type Cost, costOf, megabytesKept } from './cost.ts';
import { BIG_REQUESTS, type BigRequest, MOST_BYTES } from './requests.ts';

/** Milliseconds: an idle machine takes a quarter of it, and a missing limit takes more. */
const MOST_BUSY = 300;
const SIZES_APART = 8;
/** A cost that grows with the square of the size grows 64-fold. */
const MOST_GROWTH = 3 * SIZES_APART;
/** Milliseconds that don't depend on the size, and the resolution of the clock. */
const ALWAYS = 64;
const MOST_MEGABYTES = 100;
const MOST_TIMES = 3;
/** Of some 150 requests: what code and caches take, and not one megabyte of each. */
const MOST_MEGABYTES_KEPT = 50;
const MOST_ANSWER_BYTES = 5 * 2 ** 20;
const BIG_PRODUCTS = 8;

let app: ServedApp;
let removeDirectory: () => Promise<void>;
let answers: BigRequest[];
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  const { path, remove } = await migratedDirectory();
  removeDirectory = remove;
  app = await serveTestApp({
    database: await openDatabase({ databaseUrl: undefined, dataDir: path }),
  });
  const products: number[] = [];
  while (products.length < BIG_PRODUCTS) products.push((await app.product(BIG_PRODUCT)).id);
  const items = products.map((adId, position) => ({ adId, position, quantity: 1 }));
  const { id: escaped } = await app.product(ESCAPED_PRODUCT);
  const { id: bundle } = await app.product({ type: 'BUNDLE', items: { create: items } });
  answers = bigAnswers({ products, escaped, bundle });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
  await removeDirectory();
});

function costOfRequest({ what, of }: BigRequest, bytes: number): Promise<Cost> {
  const { path, method, body, headers } = of(bytes);
  const sent = {
    method,
    body: body ?? null,
    headers: { Authorization: `Bearer ${app.owner.token}`, ...headers },
  };
  return costOf(async () => {
    const response = await sendBy(agent, `${app.origin}${path}`, sent).catch(
      (cause: Error) => {
        throw new Error(what, { cause });
      },
    );
    const { status, headers } = response;
    const text = await response.text();
    expect.soft(failureOf({ status, headers, text }), what).toBeUndefined();
    expect
      .soft(text.length, `bytes of the answer to ${what}`)
      .toBeLessThan(MOST_ANSWER_BYTES);
  });
}

/**
 * Expects the least cost of a few attempts, because the garbage of others is collected now and then. Whatever a smaller
 * request costs, a cost of `ALWAYS` and more is allowed, so it is only sent for comparison beyond that.
 */
async function expectBounded(request: BigRequest): Promise<void> {
  const least = { busy: Number.POSITIVE_INFINITY, megabytes: Number.POSITIVE_INFINITY };
  let mostBusy = ALWAYS;
  for (let times = 0; times < MOST_TIMES; times++) {
    const { busy, megabytes } = await costOfRequest(request, MOST_BYTES);
    least.busy = Math.min(least.busy, busy);
    least.megabytes = Math.min(least.megabytes, megabytes);
    if (times === 0 && least.busy >= ALWAYS) {
      const small = await costOfRequest(request, MOST_BYTES / SIZES_APART);
      mostBusy = Math.min(MOST_BUSY, MOST_GROWTH * small.busy + ALWAYS);
    }
    if (least.busy < mostBusy && least.megabytes < MOST_MEGABYTES) break;
  }
  expect.soft(least.busy, `milliseconds of ${request.what}`).toBeLessThan(mostBusy);
  expect.soft(least.megabytes, `megabytes of ${request.what}`).toBeLessThan(MOST_MEGABYTES);
}

/** Every document and header, every value in the main places, and a few values in each place; the drill sends all. */
const EACH_OF = 61;
const isMain = ({ what }: BigRequest) =>
  !what.includes(' as ') || / as (?:a product|an input)$/.test(what);
const chosen = () => [
  ...BIG_REQUESTS.filter((request, index) => isMain(request) || index % EACH_OF === 0),
  ...answers,
];

test('a request of 1 MB blocks the process only briefly, in proportion to its size', async () => {
  const [first, ...others] = chosen();
  if (first) await expectBounded(first);
  const before = await megabytesKept();
  for (const request of others) await expectBounded(request);
  expect((await megabytesKept()) - before).toBeLessThan(MOST_MEGABYTES_KEPT);
}, 120_000);
