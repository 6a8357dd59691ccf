// Sends the requests of one person over kept connections, and notes the verdict on each answer.
import { Agent, request } from 'node:http';
import type { Outcome, Tally } from './checked-load.ts';
import type { Query } from './documents.ts';
import type { Received, Verdict } from './judge.ts';
import type { Ledger, Sql } from './ledger.ts';
import type { Member } from './population.ts';
import type { Random } from './random.ts';
import type { Known } from './things.ts';

const GIVE_UP_MILLISECONDS = 30_000;
/** After which an idle connection is closed: before the service does, or a request could meet that end. */
const IDLE_MILLISECONDS = 2_000;

export interface Call {
  readonly origin: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly abortAfterMilliseconds?: number;
}

export type Exchanged = Received | 'cut' | 'aborted';

export function createExchange() {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });
  const exchange = ({ origin, method, path, headers, body, abortAfterMilliseconds }: Call) =>
    new Promise<Exchanged>((resolve) => {
      let isAborted = false;
      const onError = () => resolve(isAborted ? 'aborted' : 'cut');
      const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
      const all = { 'Content-Type': 'application/json', ...headers };
      const sent = request(origin + path, { agent, method, headers: all, signal }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', onError);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Received['headers'], text }),
        );
      });
      sent.on('error', onError);
      sent.end(body && JSON.stringify(body));
      if (abortAfterMilliseconds === undefined) return;
      setTimeout(() => {
        isAborted = true;
        sent.destroy();
      }, abortAfterMilliseconds);
    });
  return { exchange, close: () => agent.destroy() };
}

/** What all persons of a load share. */
export interface World {
  readonly known: Known;
  readonly members: readonly Member[];
  readonly ledger: Ledger;
  readonly sql: Sql;
  readonly tally: Tally;
  readonly random: Random;
  readonly origins: readonly string[];
  readonly exchange: ReturnType<typeof createExchange>['exchange'];
  /** Documents that all persons use. */
  readonly documents: readonly Query[];
  /** The budget of creates of each person. */
  readonly throttle: { readonly points: number; readonly windowMilliseconds: number };
  isOver(): boolean;
}

export const VERSION = '2025-08-16';
const REST = '/api/token-secured';

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Below the base of REST; absent on GraphQL. */
  readonly path?: string;
  readonly body?: object;
  readonly key?: string | undefined;
  readonly ifMatch?: string;
  readonly token?: string;
  readonly abortAfterMilliseconds?: number | undefined;
}

export interface Asked {
  readonly got: Exchanged;
  readonly verdict: Outcome['verdict'];
}

export type Ask = (
  what: string,
  request: Request,
  judge: (received: Received) => Verdict | Promise<Verdict>,
) => Promise<Asked>;

export function createAsk({ random, origins, exchange, tally }: World, member: Member): Ask {
  return async (what, { method, path, body, key, ifMatch, token = member.token, abortAfterMilliseconds }, judge) => {
    const start = performance.now();
    const got = await exchange({
      origin: random.of(origins),
      method: method ?? (path && !body ? 'GET' : 'POST'),
      path: path ? REST + path : '/graphql',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(key && { 'Idempotency-Key': key }),
        ...(ifMatch && { 'If-Match': ifMatch }),
      },
      ...(body && { body }),
      ...(abortAfterMilliseconds !== undefined && { abortAfterMilliseconds }),
    });
    const milliseconds = performance.now() - start;
    const verdict = typeof got === 'string' ? got : await judgeWhole(got, judge);
    tally.note({ what, start, milliseconds, verdict });
    return { got, verdict };
  };
}

async function judgeWhole(
  received: Received,
  judge: (received: Received) => Verdict | Promise<Verdict>,
): Promise<Verdict> {
  const version = received.headers['x-api-version'];
  if (version !== VERSION) return { wrong: `X-API-Version ${version}: ${received.status} ${received.text}` };
  try {
    return await judge(received);
  } catch (error) {
    return { wrong: `${received.status} ${received.text}: ${error}` };
  }
}
