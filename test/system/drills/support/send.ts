// Single requests of a drill, and the row of the table that a number of answers make.
import type { Row } from '../drill.ts';

const BASE = '/api/token-secured';
const GIVE_UP_MILLISECONDS = 30_000;

/** A node of the service, and a token that it accepts. */
export interface Node {
  readonly origin: string;
  readonly token: string;
}

export interface Answer {
  /** 0 when no answer came. */
  readonly status: number;
  readonly milliseconds: number;
  /** Of the created product or bundle, 0 for other answers. */
  readonly id: number;
  /** Whether it is the answer of an earlier request with the same idempotency key. */
  readonly isReplay: boolean;
}

/** Sends a request to a path below the API base, or to an absolute one such as `/readyz`. */
export async function send(
  { origin, token }: Node,
  method: string,
  path: string,
  body?: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const start = performance.now();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const url = `${origin}${path.startsWith('/product') || path.startsWith('/bundle') ? BASE : ''}${path}`;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(GIVE_UP_MILLISECONDS) });
    const { id = 0 }: { id?: number } = JSON.parse(await response.text());
    const isReplay = response.headers.get('idempotency-replayed') === 'true';
    return { status: response.status, id, isReplay, milliseconds: performance.now() - start };
  } catch {
    return { status: 0, id: 0, isReplay: false, milliseconds: performance.now() - start };
  }
}

/** The answers of `count` requests, some of them at once. */
export async function times(count: number, atOnce: number, request: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) answers.push(...(await Promise.all(Array.from({ length: atOnce }, request))));
  return answers;
}

/** An answer that is not allowed, or later than `within`, has failed. */
export function rowOf(
  what: string,
  answers: readonly Pick<Answer, 'status' | 'milliseconds'>[],
  allowed: readonly number[],
  { lost = 0, within = GIVE_UP_MILLISECONDS } = {},
): Row {
  const failed = answers.filter(({ status, milliseconds }) => !allowed.includes(status) || milliseconds > within);
  const slowestMilliseconds = Math.max(...answers.map(({ milliseconds }) => milliseconds));
  const answered = answers.length - failed.length;
  return { what, sent: answers.length, answered, failed: failed.length, lost, slowestMilliseconds };
}
