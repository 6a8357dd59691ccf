// Clients of a version over REST and GraphQL: each answer is compared with the first one, each create is sent twice with its key.
import { randomUUID } from 'node:crypto';
import { emptyResult, fail, type LoadResult } from './load.ts';

export interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Whether it makes a product: its id is another one each time. */
  readonly isCreate?: boolean;
}

export interface VersionClient {
  readonly token: string;
  readonly exchanges: readonly Exchange[];
  /** What each exchange was answered first. */
  readonly first: Map<string, string>;
}

export interface VersionAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly milliseconds: number;
}

const GIVE_UP_MILLISECONDS = 30_000;
const LOOPS = 3;
const SHOWN_BEFORE = 40;
const SHOWN = 160;
const MOST_REQUESTS = 60_000;

export async function ask(
  origin: string,
  token: string,
  { method, path, body }: Exchange,
  more: Readonly<Record<string, string>> = {},
): Promise<VersionAnswer> {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    signal,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, milliseconds: performance.now() - start };
}

const COMPARED = [
  ...['content-type', 'x-api-version', 'vary', 'cache-control'],
  ...['allow', 'location', 'deprecation', 'sunset', 'www-authenticate'],
];

/** The answer as text: the id of what a create made as 0, a write without its tag. */
export function comparable({ status, text, headers }: Compared, { method, isCreate }: Exchange): string {
  const names = method === 'GET' ? [...COMPARED, 'etag'] : COMPARED;
  const lines = names.flatMap((name) => (headers.has(name) ? [`${name}: ${headers.get(name)}`] : []));
  const whole = [status, ...lines, text].join('\n');
  return isCreate ? whole.replace(/("id":"?)\d+/g, '$10').replace(/(\/product\/)\d+/g, '$10') : whole;
}

type Compared = Omit<VersionAnswer, 'milliseconds'>;

/** The id in the answer to a create on either surface. */
export const idIn = ({ text }: Pick<VersionAnswer, 'text'>): number => Number(/"id":"?(\d+)/.exec(text)?.[1] ?? 0);

export const isReplay = ({ headers }: VersionAnswer): boolean => headers.get('idempotency-replayed') === 'true';

/** Sends the exchanges of all clients in turns, until it is aborted; an answer that is later than `within` has failed. */
export async function runClients(
  origin: string,
  clients: readonly VersionClient[],
  until: AbortSignal,
  within = GIVE_UP_MILLISECONDS,
): Promise<LoadResult> {
  const result = emptyResult();
  const loop = async (client: VersionClient, from: number) => {
    for (let turn = from; !until.aborted && result.sent < MOST_REQUESTS; turn++) {
      const exchange = client.exchanges[turn % client.exchanges.length];
      if (exchange) await play(origin, client, exchange, result, within);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: LOOPS }, (_, from) => loop(client, from * 5))));
  return result;
}

/** Sends every exchange of a client once, whose answers are then the first ones. */
export async function playOnce(origin: string, client: VersionClient): Promise<void> {
  for (const exchange of client.exchanges) await play(origin, client, exchange, emptyResult());
}

async function play(
  origin: string,
  { token, first }: VersionClient,
  exchange: Exchange,
  result: LoadResult,
  within = GIVE_UP_MILLISECONDS,
): Promise<void> {
  const key = exchange.isCreate ? { 'Idempotency-Key': randomUUID() } : undefined;
  const answer = await counted(result, exchange, within, () => ask(origin, token, exchange, key));
  if (!answer) return;
  const is = comparable(answer, exchange);
  const was = first.get(exchange.name) ?? is;
  first.set(exchange.name, was);
  if (is !== was) fail(result, `${exchange.name} differs: ${difference(is, was)}`);
  if (!key) return;
  result.created.push(idIn(answer));
  const again = await counted(result, exchange, within, () => ask(origin, token, exchange, key));
  if (again && !(isReplay(again) && again.text === answer.text)) fail(result, `${exchange.name} twice`);
}

/** The first place at which two texts differ. */
function difference(is: string, was: string): string {
  const at = [...is].findIndex((character, index) => character !== was[index]);
  const from = Math.max(at - SHOWN_BEFORE, 0);
  return [is, was].map((text) => JSON.stringify(text.slice(from, from + SHOWN))).join(', not ');
}

async function counted(
  result: LoadResult,
  { name }: Exchange,
  within: number,
  send: () => Promise<VersionAnswer>,
): Promise<VersionAnswer | undefined> {
  result.sent++;
  try {
    const answer = await send();
    result.slowestMilliseconds = Math.max(result.slowestMilliseconds, answer.milliseconds);
    if (answer.milliseconds > within) fail(result, `${name}: later than ${within} ms`);
    else result.answered++;
    return answer;
  } catch (error) {
    fail(result, `${name}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
