// The drill `big-requests`: every costly request of up to 1 MiB, one at a time; how long /healthz waits meanwhile.
import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../../process/service.ts';
import { BIG_PRODUCT, bigAnswers, ESCAPED_PRODUCT } from '../fuzz/big-answers.ts';
import { BIG_REQUESTS, type BigRequest, MOST_BYTES } from '../fuzz/big-requests.ts';
import { type FuzzRequest, withToken } from '../fuzz/requests.ts';
import { send as sendRequest } from '../fuzz/send.ts';
import type { Row } from './drill.ts';
import { onBothDatabases } from './support/both-databases.ts';
import { watchMemory } from './support/memory.ts';
import { send, times } from './support/send.ts';

/** A check of /healthz may wait so much longer than without a big request. */
const MOST_MILLISECONDS = 100;
const CHECKS_BEFORE = 200;
const PAUSE_MILLISECONDS = 2;
const ITEMS = 30;

const HEALTH: FuzzRequest = { method: 'GET', target: '/healthz', headers: [], body: '' };

async function exercise(name: string, variables: Readonly<Record<string, string>>): Promise<Row[]> {
  const service = await startService({ ...variables, RATE_LIMIT_POINTS: '1000000', LOG_LEVEL: 'error' });
  const agent = new Agent({ keepAlive: true });
  try {
    const usual = Math.max(...(await checksUntil(service, agent, (count) => count >= CHECKS_BEFORE)));
    const isGraphQL = ({ of }: BigRequest) => of(0).target === '/graphql';
    const groups: [string, readonly BigRequest[]][] = [
      ['REST, headers, forms', BIG_REQUESTS.filter((request) => !isGraphQL(request))],
      ['GraphQL', BIG_REQUESTS.filter(isGraphQL)],
      ['long answers', bigAnswers(await createBigRecords(service))],
    ];
    const rows: Row[] = [];
    for (const [group, requests] of groups) {
      rows.push(await beside(`${name}: ${group}`, service, agent, requests, usual + MOST_MILLISECONDS));
    }
    return rows;
  } finally {
    agent.destroy();
    await service.stop();
  }
}

/** Sends the requests one after the other, each beside checks of /healthz. */
async function beside(
  what: string,
  service: Service,
  agent: Agent,
  requests: readonly BigRequest[],
  within: number,
): Promise<Row> {
  const row = { sent: 0, answered: 0, failed: 0, lost: 0, slowestMilliseconds: 0 };
  const memory = watchMemory(service);
  for (const request of requests) {
    const big = withToken(request.of(MOST_BYTES), service.token);
    row.sent++;
    let isOver = false;
    const checks = checksUntil(service, agent, () => isOver);
    const status = await sendRequest(service.port, agent, big).then(
      (answer) => answer.status,
      () => 0,
    );
    isOver = true;
    const slowest = Math.max(...(await checks));
    row.slowestMilliseconds = Math.max(row.slowestMilliseconds, slowest);
    if (status >= 200 && status < 500 && slowest <= within) row.answered++;
    else {
      row.failed++;
      process.stderr.write(`${what}: ${request.what}: status ${status}, waited ${Math.round(slowest)} ms\n`);
    }
  }
  return { ...row, what: `${what}: memory ${(await memory.stop()).text}` };
}

/** The milliseconds of checks of /healthz, one after the other, at least one. */
async function checksUntil({ port }: Service, agent: Agent, isOver: (count: number) => boolean): Promise<number[]> {
  const milliseconds: number[] = [];
  do {
    const start = performance.now();
    await sendRequest(port, agent, HEALTH);
    milliseconds.push(performance.now() - start);
    await delay(PAUSE_MILLISECONDS);
  } while (!isOver(milliseconds.length));
  return milliseconds;
}

async function createBigRecords(service: Service) {
  const create = (fields: object) =>
    send(service, 'POST', '/product', { product: { title: 'Big', rent: 1, stock_type: 1, quantity: 1, ...fields } });
  const { id: escaped } = await create(ESCAPED_PRODUCT);
  const products = (await times(ITEMS, 1, () => create(BIG_PRODUCT))).map(({ id }) => id);
  const items = products.map((id) => ({ ad_id: id, quantity: 1 }));
  const { id } = await send(service, 'POST', '/bundle', { bundle: { title: 'Big', items } });
  return { products, escaped, bundle: id };
}

export const run = () => onBothDatabases(({ name, variables }) => exercise(name, variables));
