// Worker processes on one port (WORKERS): shared limits, stopping, and replacing one that dies.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { type RawConnection, rawConnect } from '../http/raw-client.ts';
import { headerOf, headOf } from '../http/served-app.ts';
import { labelValues, scrape } from '../metrics/scrape.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { type Service, startService, toldIn } from './service.ts';

const WORKERS = 2;
const CLIENTS = 8;
const POINTS = 5;

const variables = {
  WORKERS: String(WORKERS),
  // Longer than any test takes: a second stop request ends it.
  DRAIN_SECONDS: '600',
  METRICS_PORT: '0',
  RATE_LIMIT_POINTS: String(POINTS),
  RATE_LIMIT_WINDOW_SECONDS: '600',
  AUTH_FAILURE_POINTS: String(2 * WORKERS),
  LOG_LEVEL: 'info',
};

let database: FreshPostgres;
let service: Service;
const start = async () => {
  service = await startService({ DATABASE_URL: database.url, ...variables });
};
beforeAll(async () => {
  database = await freshPostgres();
  await start();
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended();
  await database.drop();
});

const PRODUCT = '/api/token-secured/product';
const read = (connection: RawConnection, token = service.token) => {
  connection.send(`${headOf('GET', `${PRODUCT}/1`, `Authorization: Bearer ${token}`)}\r\n`);
  return connection.answer();
};

/** Uses its own connection, because the primary process gives connections to the workers in turn. */
const send = (path: string, init: RequestInit = {}) =>
  fetch(service.origin + path, {
    ...init,
    headers: {
      Authorization: `Bearer ${service.token}`,
      'Content-Type': 'application/json',
      Connection: 'close',
    },
  });
const statuses = (path: string, count: number, init?: RequestInit) =>
  Promise.all(Array.from({ length: count }, async () => (await send(path, init)).status));

const log = () => toldIn(service.output().stderr);
const errors = () => log().filter(({ level }) => level === 'error' || level === 'fatal');

const startedPids = (): number[] => log().flatMap((line) => line['owner_api.worker_pid'] ?? []);

/** Reads on one connection until a response has `Connection: close`; returns the number of responses. */
async function client(onAnswer: () => void): Promise<void> {
  const connection = await rawConnect(service.port);
  for (let isOpen = true; isOpen; ) {
    const answer = await read(connection);
    expect(answer.status).toBe(200);
    onAnswer();
    isOpen = headerOf(answer, 'connection') !== 'close';
  }
}

async function callsOfTokens(): Promise<number> {
  const { db, close } = await openPostgres(database.url);
  const { _sum } = await db.tokenUsage.aggregate({ _sum: { calls: true } });
  await close();
  return Number(_sum.calls);
}

test('workers serve one port in turn, share the create rate limit (D31), and have numbers in logs', async () => {
  const body = JSON.stringify({ product: { title: 'a', rent: 1, sku: 's' } });
  const created = await statuses(PRODUCT, 3 * POINTS, { method: 'POST', body });
  const expected = [...Array(POINTS).fill(201), ...Array(2 * POINTS).fill(429)];
  expect(created.toSorted()).toEqual(expected);
  const serving = () =>
    new Set(log().flatMap((line) => (line.msg === 'request' ? [line['owner_api.worker']] : [])));
  await expect.poll(serving).toEqual(new Set([1, 2]));
  const port = Number(
    /^ {2}Metrics {4}http:\/\/127\.0\.0\.1:(\d+)\/metrics$/m.exec(service.welcome)?.[1],
  );
  expect(labelValues(await scrape(port), 'worker')).toEqual(new Set(['1', '2']));
});

test('each worker allows an address its share of failed look-ups (D44)', async () => {
  const connection = await rawConnect(service.port);
  const refused: number[] = [];
  for (let n = 0; n < 3; n++)
    refused.push((await read(connection, createTokenValue('test'))).status);
  expect(refused).toEqual([401, 401, 429]);
  expect((await read(connection)).status).toBe(200);
  connection.close();
});

test('a stop under load drops no request: each /readyz returns 503 first, and all usage is written', async () => {
  let answered = 0;
  const clients = Array.from({ length: CLIENTS }, () => client(() => answered++));
  await expect.poll(() => answered).toBeGreaterThan(5 * CLIENTS);
  expect(await statuses('/readyz', WORKERS)).toEqual([200, 200]);
  service.process.kill('SIGTERM');
  await expect.poll(() => statuses('/readyz', WORKERS)).toEqual([503, 503]);
  const before = answered;
  await expect.poll(() => answered).toBeGreaterThan(before + 5 * CLIENTS);
  const { code } = await service.stop();
  await Promise.all(clients);
  expect(code).toBe(0);
  expect(errors()).toEqual([]);
  const calls = log().filter((line) => line.msg === 'request' && 'owner_api.token_id' in line);
  expect(calls.length).toBeGreaterThanOrEqual(answered);
  expect(await callsOfTokens()).toBe(calls.length);
});

test('logs when a worker ends; after several the service exits with one line', async () => {
  await start();
  const killed = new Set<number>();
  const killNew = () => {
    for (const pid of startedPids().filter((one) => !killed.has(one))) {
      killed.add(pid);
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The node has ended it.
      }
    }
  };
  service.process.stderr?.on('data', killNew);
  killNew();
  const { code } = await service.ended();
  expect(code).toBe(1);
  expect(errors()).toContainEqual(
    expect.objectContaining({ msg: 'Worker 1 ended by SIGKILL.', 'owner_api.worker': 1 }),
  );
  expect(errors().filter(({ level }) => level === 'fatal')).toMatchObject([
    { msg: 'More than 5 workers ended unexpectedly within 60 s.' },
  ]);
});
