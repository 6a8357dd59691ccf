// Single requests of a drill, with the harness's sender over kept connections, and how their responses are judged.
import { Agent } from 'node:http';
import type { Call } from '../../harness/calls/call.ts';
import { sendBy } from '../../harness/calls/raw-fetch.ts';
import { inTime } from '../drill.ts';
import type { Variables } from './servers.ts';

/** A node of the service, and a token that it accepts. */
export interface Node {
  readonly origin: string;
  readonly token: string;
}

export interface Answer {
  /** 0 if there was no response; the text says why. */
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly milliseconds: number;
}

const BASE = '/api/token-secured';
const SHOWN = 160;

/** No response takes longer. */
export const GIVE_UP_MILLISECONDS = 30_000;

/** How long until an idle connection is closed: earlier than by the service, which could hit a request. */
const IDLE_MILLISECONDS = 2_000;

const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });

/** A request to a path from the node's root. */
export type Sent = Pick<Call, 'method' | 'path' | 'headers' | 'body'>;

/** Sends a request once, unless it is aborted before. */
export async function exchange(
  { origin, token }: Node,
  sent: Sent,
  abort?: AbortSignal,
): Promise<Answer> {
  const start = performance.now();
  const late = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...sent.headers,
  };
  const { method, body = null } = sent;
  const init = {
    method,
    headers,
    body,
    signal: abort ? AbortSignal.any([late, abort]) : late,
  };
  try {
    const response = await sendBy(agent, `${origin}${sent.path}`, init);
    const [status, text] = [response.status, await response.text()];
    return {
      status,
      text,
      headers: response.headers,
      milliseconds: performance.now() - start,
    };
  } catch (error) {
    const { cause = error } = error as Error;
    return {
      status: 0,
      text: String(cause),
      headers: new Headers(),
      milliseconds: performance.now() - start,
    };
  }
}

/** Sends a request to a path below the API base, or to another one such as `/readyz`. */
export const send = (
  node: Node,
  method: string,
  path: string,
  body?: object,
  headers: Variables = {},
) =>
  exchange(node, {
    method,
    path: `${/^\/(product|bundle|rental)/.test(path) ? BASE : ''}${path}`,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });

/** The ID in the response to a create on either API, or 0. */
export const idIn = ({ text }: Answer): number => Number(/"id":"?(\d+)/.exec(text)?.[1] ?? 0);

export const isReplay = ({ headers }: Answer): boolean =>
  headers.get('idempotency-replayed') === 'true';

/** The responses to `count` requests, some of them at once. */
export async function times(
  count: number,
  atOnce: number,
  request: () => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count)
    answers.push(...(await Promise.all(Array.from({ length: atOnce }, request))));
  return answers;
}

/** A response with another status, or later than `within`, is an error. */
export const judged = (
  answers: readonly Answer[],
  statuses: readonly number[],
  within = GIVE_UP_MILLISECONDS,
) =>
  answers.map(({ status, text, milliseconds }) =>
    inTime(
      milliseconds,
      within,
      statuses.includes(status) ? undefined : `${status} ${text.slice(0, SHOWN)}`,
    ),
  );
