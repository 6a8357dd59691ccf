// Single requests of a drill, and what their answers are worth.
import { inTime } from '../drill.ts';
import type { Variables } from './servers.ts';

/** A node of the service, and a token that it accepts. */
export interface Node {
  readonly origin: string;
  readonly token: string;
}

export interface Answer {
  /** 0 when no answer came; the text says why. */
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly milliseconds: number;
}

const BASE = '/api/token-secured';
const SHOWN = 160;

/** No answer comes later. */
export const GIVE_UP_MILLISECONDS = 30_000;

/** Sends a request to a path below the API base, or to another one such as `/readyz`. */
export async function send(
  { origin, token }: Node,
  { method, path, body, headers, signal }: Sent,
): Promise<Answer> {
  const start = performance.now();
  const late = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
  const init = {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    signal: signal ? AbortSignal.any([late, signal]) : late,
    ...(body !== undefined && { body }),
  };
  const answerOf = (status: number, text: string, received = new Headers()): Answer => ({
    ...{ status, text, headers: received, milliseconds: performance.now() - start },
    id: Number(/"id":"?(\d+)/.exec(text)?.[1] ?? 0),
    isReplay: received.get('idempotency-replayed') === 'true',
  });
  try {
    const response = await sendBy(agent, `${origin}${path}`, init);
    return answerOf(response.status, await response.text(), response.headers);
  } catch (error) {
    const { message, cause = error } = error as Error;
    return answerOf(0, `${message}: ${cause}`);
  }
}

/** Sends a request to a path below the API base, or to an absolute one such as `/readyz`. */
export const send = (
  node: Node,
  method: string,
  path: string,
  body?: object,
  more: Variables = {},
): Promise<Answer> {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const url = `${origin}${/^\/(product|bundle|rental)/.test(path) ? BASE : ''}${path}`;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MILLISECONDS) });
    const [status, text] = [response.status, await response.text()];
    return { status, text, headers: response.headers, milliseconds: performance.now() - start };
  } catch (error) {
    return { status: 0, text: String(error), headers: new Headers(), milliseconds: performance.now() - start };
  }
}

/** The id in the answer to a create on either surface, or 0. */
export const idIn = ({ text }: Answer): number => Number(/"id":"?(\d+)/.exec(text)?.[1] ?? 0);

export const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';

/** The answers of `count` requests, some of them at once. */
export async function times(count: number, atOnce: number, request: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: atOnce }, request))));
  return answers;
}

/** An answer with another status, or later than `within`, has a fault. */
export const judged = (answers: readonly Answer[], statuses: readonly number[], within = GIVE_UP_MILLISECONDS) =>
  answers.map(({ status, text, milliseconds }) =>
    inTime(milliseconds, within, statuses.includes(status) ? undefined : `${status} ${text.slice(0, SHOWN)}`),
  );
