// A bounded load of reads and writes over kept connections, which counts what became of each request.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseOptions } from '../../../../src/database/connection.ts';
import { openDatabase } from '../../../../src/database/open-database.ts';
import type { Row } from '../drill.ts';

export interface LoadOptions {
  /** Each request goes to the next of them. */
  readonly origins: readonly string[];
  readonly token: string;
  /** Requests at the same time. */
  readonly clients: number;
  /** The load ends after so many requests, or when `until` is aborted and at least `atLeast` were sent. */
  readonly atMost: number;
  readonly atLeast?: number;
  readonly until?: AbortSignal;
  /** Milliseconds that a client waits after each answer. */
  readonly pause?: number;
  /** Whether a connection may end without an answer: the drill kills servers itself. */
  readonly isCutAllowed?: boolean;
  /** Statuses that are no failure, beside 200 and 201. */
  readonly allowed?: readonly number[];
}

export interface LoadResult {
  sent: number;
  answered: number;
  failed: number;
  slowestMilliseconds: number;
  /** The ids of products whose creation was answered. */
  readonly created: number[];
  /** How often each kind of failure was seen. */
  readonly failures: Record<string, number>;
}

const BASE = '/api/token-secured';
const READS_PER_WRITE = 3;
const GIVE_UP_MILLISECONDS = 30_000;
const CREATE = JSON.stringify({ product: { title: 'Drill', rent: 1, stock_type: 1, quantity: 1 } });

export const emptyResult = (): LoadResult => ({
  ...{ sent: 0, answered: 0, failed: 0, slowestMilliseconds: 0, created: [], failures: {} },
});

/** The row of a load that goes on as long as the work, with the answered writes that the database then lacks. */
export async function underLoad(
  what: string,
  database: DatabaseOptions,
  options: Omit<LoadOptions, 'until'>,
  work?: () => Promise<void>,
): Promise<Row> {
  const finished = new AbortController();
  const load = runLoad({ ...options, ...(work && { until: finished.signal }) });
  try {
    await work?.();
  } finally {
    finished.abort();
    await load;
  }
  const result = await load;
  explain(what, result);
  return { ...result, what, lost: await countLost(database, result.created) };
}

async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const result = emptyResult();
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const isOver = () =>
    result.sent >= options.atMost || (options.until?.aborted && result.sent >= (options.atLeast ?? 0));
  const client = async () => {
    while (!isOver()) {
      await exchange(options, agent, result);
      if (options.pause) await delay(options.pause);
    }
  };
  await Promise.all(Array.from({ length: options.clients }, client));
  agent.destroy();
  return result;
}

async function exchange(options: LoadOptions, agent: Agent, result: LoadResult): Promise<void> {
  const { origins, token, isCutAllowed = false, allowed = [] } = options;
  const turn = result.sent++;
  const origin = origins[turn % origins.length] ?? '';
  const isWrite = turn % (READS_PER_WRITE + 1) === 0;
  const start = performance.now();
  const outcome = await send(agent, `${origin}${BASE}/product${isWrite ? '' : '/1'}`, token, isWrite ? CREATE : '');
  result.slowestMilliseconds = Math.max(result.slowestMilliseconds, performance.now() - start);
  if ('error' in outcome) {
    if (!isCutAllowed) fail(result, outcome.error);
  } else if (outcome.status === (isWrite ? 201 : 200)) {
    result.answered++;
    if (isWrite) result.created.push(JSON.parse(outcome.body).id);
  } else if (allowed.includes(outcome.status)) result.answered++;
  else fail(result, `${isWrite ? 'write' : 'read'} ${outcome.status}`);
}

/** Counts a failure, and its kind. */
export function fail(result: LoadResult, kind: string): void {
  result.failed++;
  result.failures[kind] = (result.failures[kind] ?? 0) + 1;
}

type Outcome = { readonly status: number; readonly body: string } | { readonly error: string };

const send = (agent: Agent, url: string, token: string, body: string) =>
  new Promise<Outcome>((resolve) => {
    const onError = ({ message }: Error) => resolve({ error: message });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('error', onError);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on('error', onError);
    sent.end(body);
  });

const IDS_PER_QUERY = 10_000;

/** How many of the created products the database does not have. */
async function countLost(database: DatabaseOptions, created: readonly number[]): Promise<number> {
  const { db, close } = await openDatabase(database);
  let stored = 0;
  for (let from = 0; from < created.length; from += IDS_PER_QUERY) {
    stored += await db.product.count({ where: { id: { in: created.slice(from, from + IDS_PER_QUERY) } } });
  }
  await close();
  return created.length - stored;
}

/** Prints on stderr which failures a load saw, because the table only counts them. */
export function explain(what: string, { failures }: LoadResult): void {
  for (const [kind, count] of Object.entries(failures)) process.stderr.write(`${what}: ${count} × ${kind}\n`);
}
