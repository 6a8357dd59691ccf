// A load that lasts as long as a drill's work: each response is compared with the first one, each create is sent
// twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTime, type RanOperation, type Row, rowOf } from '../drill.ts';
import { type Answer, GIVE_UP_MILLISECONDS, idIn, isReplay, send } from './send.ts';
import { type Variables, withDatabase } from './servers.ts';

export interface Exchange {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** Whether it makes a product, whose ID differs each time. */
  readonly isCreate?: boolean;
}

export interface Client {
  readonly token: string;
  readonly exchanges: readonly Exchange[];
  /** The first response to each exchange, which all later ones must match. */
  readonly first: Map<string, string>;
}

export interface Load {
  /** Requests go to these in turn. */
  readonly origins: readonly string[];
  readonly clients: readonly Client[];
  /** Requests of each client at the same time. */
  readonly atOnce: number;
  /** Milliseconds after each response. */
  readonly pause?: number;
  /** A later response has failed. */
  readonly within?: number;
  /** Whether a connection may end without a response, because the drill kills nodes. */
  readonly isCutAllowed?: boolean;
  /** A 503 with Retry-After is allowed, and a create is repeated until it succeeds; gets the time of the request. */
  readonly onAway?: (startedAt: number) => void;
  /** It continues until this many were sent, even if the work is done. */
  readonly atLeast?: number;
}

const MOST_REQUESTS = 200_000;
const READS_PER_CREATE = 3;
/** Between a 503 and the next attempt at a create. */
const AWAY_MILLISECONDS = 300;

/** A client that creates and reads products. */
export function usualClient({
  token,
  product,
}: {
  readonly token: string;
  readonly product: number;
}): Client {
  const body = { product: { title: 'Drill', rent: 1, stock_type: 1, quantity: 1 } };
  const create = { name: 'create', method: 'POST', path: '/product', body, isCreate: true };
  const read = { name: 'read', method: 'GET', path: `/product/${product}` };
  return {
    token,
    exchanges: [create, ...Array(READS_PER_CREATE).fill(read)],
    first: new Map(),
  };
}

/** The first responses. @throws if one is a 5xx or missing, or a create makes nothing. */
async function playOnce(origin = '', { token, exchanges, first }: Client): Promise<void> {
  for (const exchange of exchanges) {
    const answer = await send(
      { origin, token },
      exchange.method,
      exchange.path,
      exchange.body,
    );
    const isFine =
      answer.status >= 200 &&
      answer.status < 500 &&
      !(exchange.isCreate && idIn(answer) === 0);
    if (!isFine) throw new Error(`${exchange.name}: ${answer.text}`);
    first.set(exchange.name, comparable(answer, exchange));
  }
}

/**
 * The row of a load during the work. A confirmed create that is not in the database is lost; if no connection may be
 * cut, so is a product that no response returned.
 */
export async function underLoad(
  what: string,
  database: Variables,
  load: Load,
  work: () => Promise<unknown>,
): Promise<Row> {
  const countAll = () => withDatabase(database, ({ product }) => product.count());
  for (const client of load.clients)
    if (client.first.size === 0) await playOnce(load.origins[0], client);
  const before = load.isCutAllowed ? 0 : await countAll();
  const ranOperations: RanOperation[] = [];
  const created: number[] = [];
  let isDone = false;
  const isOver = () =>
    ranOperations.length >= MOST_REQUESTS ||
    (isDone && ranOperations.length >= (load.atLeast ?? 0));
  const loop = async (client: Client, first: number) => {
    for (let turn = first; !isOver(); turn++) {
      const exchange = client.exchanges[turn % client.exchanges.length];
      if (exchange) await play(load, client, exchange, ranOperations, created);
      if (load.pause) await delay(load.pause);
    }
  };
  const loops = load.clients.flatMap((client) =>
    Array.from({ length: load.atOnce }, (_, from) => loop(client, from * 5)),
  );
  await work().finally(() => {
    isDone = true;
  });
  await Promise.all(loops);
  const missing = await countMissing(database, created);
  const more = load.isCutAllowed ? 0 : Math.abs((await countAll()) - before - created.length);
  return rowOf(what, ranOperations, Math.max(missing, more));
}

const CALM_MILLISECONDS = 4_000;

/** As `underLoad`, also for some seconds before and after the work. If the work fails, one request counts as failed. */
export async function underLoadAround(
  what: string,
  database: Variables,
  load: Load,
  work: () => Promise<unknown>,
): Promise<Row> {
  let failure: string | undefined;
  const row = await underLoad(what, database, load, async () => {
    await delay(CALM_MILLISECONDS);
    failure = await work().then(() => undefined, String);
    await delay(CALM_MILLISECONDS);
  });
  if (failure === undefined) return row;
  process.stderr.write(`${what}: ${failure}\n`);
  return { ...row, failed: row.failed + 1 };
}

async function play(
  { origins, within = GIVE_UP_MILLISECONDS, isCutAllowed = false, onAway }: Load,
  { token, first }: Client,
  exchange: Exchange,
  ranOperations: RanOperation[],
  created: number[],
): Promise<void> {
  const { name, method, path, body, isCreate } = exchange;
  const headers = isCreate ? { 'Idempotency-Key': randomUUID() } : {};
  // On GraphQL, only some fields may be unavailable.
  const isAway = ({ status, headers, text }: Answer) =>
    onAway !== undefined &&
    (status === 503 ? headers.has('retry-after') : text.includes('"code":"UNAVAILABLE"'));
  const askOnce = async (
    faultIn: (answer: Answer) => string | undefined,
  ): Promise<Answer> => {
    const node = { origin: origins[ranOperations.length % origins.length] ?? '', token };
    const answer = await send(node, method, path, body, headers);
    const { milliseconds } = answer;
    const isCut = answer.status === 0 && isCutAllowed;
    if (isAway(answer)) onAway?.(performance.now() - milliseconds);
    const fault = isCut || isAway(answer) ? undefined : faultIn(answer);
    ranOperations.push({ ...inTime(milliseconds, within, fault), isCut });
    return answer;
  };
  const ask = async (faultIn: (answer: Answer) => string | undefined): Promise<Answer> => {
    for (;;) {
      const answer = await askOnce(faultIn);
      if (!isCreate || !isAway(answer)) return answer;
      await delay(AWAY_MILLISECONDS);
    }
  };
  const answer = await ask((answer) =>
    difference(name, comparable(answer, exchange), first.get(name)),
  );
  if (!isCreate || idIn(answer) === 0) return;
  created.push(idIn(answer));
  await ask((again) =>
    isReplay(again) && again.text === answer.text
      ? undefined
      : `${name}, again: ${again.text}`,
  );
}

const COMPARED = [
  'content-type',
  'x-api-version',
  'vary',
  'cache-control',
  'allow',
  'location',
  'deprecation',
  'sunset',
  'www-authenticate',
];

/** The response as text, with the ID of a created record as 0, and a write without its ETag. */
function comparable(
  { status, text, headers }: Answer,
  { method, isCreate }: Exchange,
): string {
  const names = method === 'GET' ? [...COMPARED, 'etag'] : COMPARED;
  const lines = names.flatMap((name) =>
    headers.has(name) ? [`${name}: ${headers.get(name)}`] : [],
  );
  const whole = [status, ...lines, text].join('\n');
  return isCreate
    ? whole.replace(/("id":"?)\d+/g, '$10').replace(/(\/product\/)\d+/g, '$10')
    : whole;
}

const SHOWN_BEFORE = 40;
const SHOWN = 160;

/** The first place where a response differs from the first one. */
function difference(name: string, is: string, was = ''): string | undefined {
  if (is === was) return undefined;
  const at = [...is].findIndex((character, index) => character !== was[index]);
  const from = Math.max(at - SHOWN_BEFORE, 0);
  const [here, there] = [is, was].map((text) =>
    JSON.stringify(text.slice(from, from + SHOWN)),
  );
  return `${name} differs: ${here}, not ${there}`;
}

const IDS_PER_QUERY = 10_000;

/** How many of the created products are missing from the database, or were returned twice. */
const countMissing = (database: Variables, created: readonly number[]): Promise<number> =>
  withDatabase(database, async ({ product }) => {
    const ids = [...new Set(created)];
    let stored = 0;
    for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
      stored += await product.count({
        where: { id: { in: ids.slice(from, from + IDS_PER_QUERY) } },
      });
    }
    return created.length - stored;
  });
