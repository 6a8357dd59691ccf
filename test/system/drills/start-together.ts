// The drill `start-together`: processes that start at once on an empty database are all ready, or end with one line.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Service, startService, temporaryDirectory } from '../../process/service.ts';
import { startPostgresServer } from '../../support/postgres-server.ts';
import type { Row } from './drill.ts';

const ROUNDS = 3;
const NODES = [3, 4, 5];
/** A process that would fail after it has printed its addresses has failed by then. */
const GRACE_MILLISECONDS = 1_000;

type Variables = Readonly<Record<string, string>>;

export async function run(): Promise<readonly Row[]> {
  const server = await startPostgresServer();
  try {
    const rows: Row[] = [];
    for (const count of NODES) rows.push(await onServer(count, server.url));
    return [...rows, await onDirectory()];
  } finally {
    await server.stop();
  }
}

/** A request for each node with the token of each other: all are answered. */
async function onServer(count: number, serverUrl: string): Promise<Row> {
  const row = emptyRow(`PostgreSQL, ${count} at once, ${ROUNDS} rounds`);
  for (let round = 0; round < ROUNDS; round++) {
    const url = await createDatabase(serverUrl);
    const { started, refusals } = await startAll(count, { DATABASE_URL: url });
    row.sent += refusals.length;
    row.failed += refusals.length;
    await visit(started, row);
    await Promise.all(started.map((service) => service.stop()));
  }
  return row;
}

/** Of the processes on one directory one serves, and the others end with one clear line. */
async function onDirectory(): Promise<Row> {
  const row = emptyRow(`embedded, 2 at once, ${ROUNDS} rounds`);
  for (let round = 0; round < ROUNDS; round++) {
    const directory = await temporaryDirectory();
    const { started, refusals } = await startAll(2, { DATA_DIR: directory.path });
    if (started.length !== 1 || !refusals[0]?.includes('is in use by another process')) row.failed++;
    await visit(started, row);
    await Promise.all(started.map((service) => service.stop()));
    await directory.remove();
  }
  return row;
}

async function startAll(count: number, variables: Variables) {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startService(variables)));
  await delay(GRACE_MILLISECONDS);
  return {
    started: starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : [])),
    refusals: starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : [])),
  };
}

async function visit(services: readonly Service[], row: ReturnType<typeof emptyRow>): Promise<void> {
  for (const { origin, readyMilliseconds } of services) {
    row.slowestMilliseconds = Math.max(row.slowestMilliseconds, readyMilliseconds);
    for (const { token } of services) {
      row.sent++;
      const headers = { Authorization: `Bearer ${token}` };
      const answer = await fetch(`${origin}/api/token-secured/product/1`, { headers }).catch(() => undefined);
      if (answer?.status === 200) row.answered++;
      else row.failed++;
    }
  }
}

const emptyRow = (what: string) => ({ what, sent: 0, answered: 0, failed: 0, lost: 0, slowestMilliseconds: 0 });

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `drill_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`).finally(() => client.end());
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}
