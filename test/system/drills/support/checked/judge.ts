// Compares an answer with the one that the drill has computed for it.
import type { GraphqlAnswer } from './documents.ts';

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

export interface RestAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Absent if the tag is not compared. */
  readonly etag?: string;
}

/** The verdict on an answer: right, a refusal that is always possible, or its fault. */
export type Verdict = 'right' | 'unavailable' | 'throttled' | { readonly wrong: string };

const MESSAGES: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Resource not found',
  FORBIDDEN: 'Access denied to this resource',
  CONFLICT: 'Resource has changed',
  AUTH_INVALID_TOKEN: 'Invalid or missing token',
  RATE_LIMITED: 'Request limit exceeded',
  UNAVAILABLE: 'Service temporarily unavailable',
};

const REFUSALS: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  FORBIDDEN: 403,
  CONFLICT: 412,
  AUTH_INVALID_TOKEN: 401,
};

/** The REST answer of a failure. */
export const refusal = (code: string): RestAnswer => ({
  status: REFUSALS[code] ?? 0,
  body: { error: MESSAGES[code], ...(code === 'AUTH_INVALID_TOKEN' && { code }) },
});

const isRetryAfter = (value: unknown) => Number.isSafeInteger(Number(value)) && Number(value) >= 1;

/** Bodies are compared as text. */
export function judgeRest({ status, headers, text }: Received, expected: RestAnswer): Verdict {
  for (const [refused, code, verdict] of [
    [503, 'UNAVAILABLE', 'unavailable'],
    [429, 'RATE_LIMITED', 'throttled'],
  ] as const) {
    if (status !== refused) continue;
    const isRight = text === JSON.stringify({ error: MESSAGES[code] }) && isRetryAfter(headers['retry-after']);
    return isRight ? verdict : { wrong: `${status} ${text}` };
  }
  const body = JSON.stringify(expected.body);
  if (status !== expected.status || text !== body)
    return { wrong: difference(`${status} ${text}`, `${expected.status} ${body}`) };
  if (expected.etag !== undefined && headers.etag !== expected.etag) {
    return { wrong: `ETag ${headers.etag}, not ${expected.etag}` };
  }
  return 'right';
}

interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly retryAfter?: unknown };
}

/** The data is compared as text, keys in the order of the document; errors by code, path and message. */
export function judgeGraphql({ status, text }: Received, expected: GraphqlAnswer): Verdict {
  if (status >= 500 && status !== 503) return { wrong: `${status} ${text}` };
  const { data, errors = [] }: { data?: object | null; errors?: readonly GraphqlError[] } = JSON.parse(text);
  const codes = errors.map(({ extensions }) => extensions?.code ?? '');
  const refused = (code: string) => codes.includes(code);
  const misspelt = errors.find(({ message, extensions }) => message !== MESSAGES[extensions?.code ?? '']);
  if (misspelt) return { wrong: text };
  if (errors.some(({ extensions }) => isRefused(extensions?.code) && !isRetryAfter(extensions?.retryAfter)))
    return { wrong: text };
  const kept = errors.filter(({ extensions }) => !isRefused(extensions?.code)).map(placeOf);
  const cut = errors.filter(({ extensions }) => isRefused(extensions?.code)).map(({ path = [] }) => path);
  const isWhole = data === undefined && cut.length > 0;
  const right = {
    data: isWhole ? undefined : cut.reduce(withNull, expected.data),
    errors: expected.errors
      .filter(({ path }) => !isWhole && !cut.some((place) => startsWith(path, place)))
      .map(placeOf),
  };
  const got = JSON.stringify([data, kept.sort()]);
  const wanted = JSON.stringify([right.data, right.errors.sort()]);
  if (got !== wanted) return { wrong: `${status} ${difference(got, wanted)}` };
  if (refused('UNAVAILABLE')) return 'unavailable';
  return refused('RATE_LIMITED') ? 'throttled' : 'right';
}

const isRefused = (code: string | undefined) => code === 'UNAVAILABLE' || code === 'RATE_LIMITED';

const placeOf = (error: { code?: string; path?: readonly (string | number)[]; extensions?: { code?: string } }) =>
  `${error.code ?? error.extensions?.code} ${(error.path ?? []).join('.')}`;

const startsWith = (path: readonly (string | number)[], start: readonly (string | number)[]) =>
  start.every((segment, index) => path[index] === segment);

/** The same data with null where a refused field stood. */
function withNull(data: unknown, [segment, ...rest]: readonly (string | number)[]): GraphqlAnswer['data'] {
  if (segment === undefined || typeof data !== 'object' || data === null) return null as never;
  const copy = (Array.isArray(data) ? [...data] : { ...data }) as Record<string | number, unknown>;
  copy[segment] = withNull(copy[segment], rest);
  return copy;
}

const SHOWN = 400;

/** Two texts from a little before where they part on. */
function difference(got: string, wanted: string): string {
  const parting = [...got].findIndex((_, index) => got[index] !== wanted[index]);
  const from = Math.max(0, parting - SHOWN / 4);
  return `…${got.slice(from, from + SHOWN)}\n  expected …${wanted.slice(from, from + SHOWN)}`;
}
