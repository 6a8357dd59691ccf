// The drill `neighbour`: how long other users wait while one user sends costly requests, crowds of requests or slow
// bodies, or leaves responses unread.
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../../process/service.ts';
import {
  BIG_PRODUCT,
  type BigRecords,
  bigAnswers,
  ESCAPED_PRODUCT,
} from '../big-requests/answers.ts';
import {
  BIG_REQUESTS,
  type BigRequest,
  bigRequest,
  MOST_BYTES,
} from '../big-requests/requests.ts';
import { inTime, type RanOperation, type Row, rowOf, timed } from './drill.ts';
import { COSTLIEST, COSTLY, crowdInThread, SLOW, SMALL } from './support/crowds.ts';
import {
  type Answer,
  exchange,
  idIn,
  judged,
  type Node,
  type Sent,
  send,
} from './support/send.ts';
import { onBothDatabases, seed, startNode } from './support/servers.ts';

/** A costly request by itself takes at most this time. */
const ALONE_MILLISECONDS = 60;
const ATTEMPTS = 5;
const PAUSE_MILLISECONDS = 10;
/** A big request may delay a check of /healthz by this much. */
const MOST_LONGER_MILLISECONDS = 100;
/** In milliseconds: between checks of /healthz, and how long it is checked before the big requests. */
const CHECKS = { pause: 2, before: 1_000 };
const ITEMS = 30;
/** The process's memory under a crowd of requests, and the embedded database's share of it. */
const MOST_MEGABYTES = 450;
const EMBEDDED_MEGABYTES = 100;

export const run = () =>
  onBothDatabases(async (cleanup, name, database) => {
    const { owner, rival } = await seed(database);
    const start = () =>
      startNode(cleanup, { ...database, TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' });
    const service = await start();
    const records = await createBigRecords(service);
    const rows = [
      rowOf(`a costly request alone, least of ${ATTEMPTS}`, await alone(service)),
    ];
    const { origin, port, token } = service;
    const target = {
      port,
      token,
      product: owner.product,
      bigProduct: records.products[0] ?? 0,
    };
    const most = MOST_MEGABYTES + (name === 'embedded' ? EMBEDDED_MEGABYTES : 0);
    const any = Number.POSITIVE_INFINITY;
    // How long another user's read may take, and the memory of the process meanwhile.
    const scenes = [
      { crowds: SMALL, readers: [rival], within: 300, megabytes: most },
      { crowds: COSTLY, readers: [rival], within: 300, megabytes: any },
      { crowds: SLOW, readers: [owner, rival], within: 500, megabytes: any },
    ];
    for (const { crowds, readers, within, megabytes } of scenes) {
      for (const crowd of Object.keys(crowds)) {
        const peak = await watchPeak(service);
        const reads = readers.map(({ token, product }) => ({
          origin,
          token,
          path: `/product/${product}`,
        }));
        const answers = await beside(reads, PAUSE_MILLISECONDS, () =>
          crowdInThread(crowd, target),
        );
        const memory = await peak();
        const isTooMuch =
          memory > megabytes ? [{ milliseconds: 0, fault: `more than ${megabytes} MB` }] : [];
        for (const [index, { who }] of readers.entries()) {
          const ranOperations = [
            ...judged(answers[index] ?? [], [200], within),
            ...isTooMuch,
          ];
          rows.push(
            rowOf(`${who} beside ${crowd}; memory at most ${memory} MB`, ranOperations),
          );
        }
      }
    }
    await service.stop();
    rows.push(...(await bigRequests(await start(), records)));
    return rows.map((row) => ({ ...row, what: `${name}: ${row.what}` }));
  });

/** Every costly request of up to 1 MiB, one at a time, and how long /healthz waits meanwhile. */
async function bigRequests(service: Service, records: BigRecords): Promise<Row[]> {
  const slowestCheck = async (work: () => Promise<unknown>) => {
    const [checks = []] = await beside(
      [{ ...service, path: '/healthz' }],
      CHECKS.pause,
      work,
    );
    const times = checks.map(({ status, milliseconds }) =>
      status === 200 ? milliseconds : Number.POSITIVE_INFINITY,
    );
    return Math.max(...times);
  };
  const within =
    Math.ceil(await slowestCheck(() => delay(CHECKS.before))) + MOST_LONGER_MILLISECONDS;
  const isGraphQL = ({ of }: BigRequest) => of(0).path === '/graphql';
  const groups: Readonly<Record<string, readonly BigRequest[]>> = {
    'REST, headers, forms': BIG_REQUESTS.filter((request) => !isGraphQL(request)),
    GraphQL: BIG_REQUESTS.filter(isGraphQL),
    'long answers': bigAnswers(records),
  };
  const rows: Row[] = [];
  for (const [group, requests] of Object.entries(groups)) {
    const peak = await watchPeak(service);
    const ranOperations: RanOperation[] = [];
    for (const { what, of } of requests) {
      let status = 0;
      const slowest = await slowestCheck(async () => {
        ({ status } = await exchange(service, of(MOST_BYTES)));
      });
      const { milliseconds, fault } = inTime(
        slowest,
        within,
        status >= 200 && status < 500 ? undefined : `${status}`,
      );
      ranOperations.push({ milliseconds, fault: fault && `${what}: ${fault}` });
    }
    rows.push(
      rowOf(
        `/healthz beside big requests, ${group}: memory at most ${await peak()} MB`,
        ranOperations,
      ),
    );
  }
  return rows;
}

async function createBigRecords(service: Service): Promise<BigRecords> {
  const create = async (fields: object) => {
    const product = { title: 'Big', rent: 1, stock_type: 1, quantity: 1, ...fields };
    return idIn(await send(service, 'POST', '/product', { product }));
  };
  const products: number[] = [];
  while (products.length < ITEMS) products.push(await create(BIG_PRODUCT));
  const items = products.map((id) => ({ ad_id: id, quantity: 1 }));
  const bundle = idIn(
    await send(service, 'POST', '/bundle', { bundle: { title: 'Big', items } }),
  );
  return { products, escaped: await create(ESCAPED_PRODUCT), bundle };
}

/**
 * Sends each request by itself several times and takes the shortest time, because other work of the machine only adds
 * to it.
 */
async function alone(service: Service): Promise<RanOperation[]> {
  const ranOperations: RanOperation[] = [];
  for (const [what, bytes] of COSTLIEST.filter(
    ([what]) => !what.endsWith('many mutations'),
  )) {
    const request = bigRequest(what).of(bytes);
    let least: RanOperation = { milliseconds: Number.POSITIVE_INFINITY };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const next = await timed(ALONE_MILLISECONDS, () => answered(service, request));
      if (next.milliseconds < least.milliseconds) least = next;
    }
    ranOperations.push({
      ...least,
      fault: least.fault && `${what}, ${bytes} bytes: ${least.fault}`,
    });
  }
  return ranOperations;
}

/** @throws if there was no response. */
async function answered(service: Service, request: Sent): Promise<void> {
  const { status, text } = await exchange(service, request);
  if (status === 0) throw new Error(text);
}

/** The responses to each read, sent repeatedly during the work, at least once. */
async function beside(
  reads: readonly (Node & { readonly path: string })[],
  pause: number,
  work: () => Promise<unknown>,
): Promise<Answer[][]> {
  let isOver = false;
  const loops = reads.map(async (node) => {
    const answers: Answer[] = [];
    do {
      // Uses its own connection, like a new client.
      answers.push(await send(node, 'GET', node.path, undefined, { Connection: 'close' }));
      await delay(pause);
    } while (!isOver);
    return answers;
  });
  await work().finally(() => {
    isOver = true;
  });
  return await Promise.all(loops);
}

/** Reports the peak memory of a service from now on in megabytes, as Linux counts it. */
async function watchPeak({ process: { pid } }: Service): Promise<() => Promise<number>> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return async () => {
    const [, kibibytes] =
      /VmHWM:\s*(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kibibytes) / 1024);
  };
}
