// Sends requests to the deployment as its users: waits for rate limits, decodes responses, aborts.

import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import {
  type AnsweredCall,
  type Call,
  carriersOf,
  type Deployment,
  type Surface,
} from './call.ts';
import { rawFetch } from './raw-fetch.ts';

/** Those that Node supports: Node 20 has no zstd. */
export const CODINGS: Readonly<
  Record<
    string,
    Readonly<Record<'encode' | 'decode', (bytes: Uint8Array) => Buffer<ArrayBuffer>>>
  >
> = {
  gzip: { encode: zlib.gzipSync, decode: zlib.gunzipSync },
  br: { encode: zlib.brotliCompressSync, decode: zlib.brotliDecompressSync },
  ...('zstdCompressSync' in zlib && {
    zstd: { encode: zlib.zstdCompressSync, decode: zlib.zstdDecompressSync },
  }),
};

/** The text of a body, undecoded if it doesn't have the declared encoding. */
export function decodedText(bytes: Uint8Array, coding: string | null): string {
  try {
    return textOf(CODINGS[coding ?? '']?.decode(bytes) ?? bytes);
  } catch {
    return textOf(bytes);
  }
}

const textOf = (bytes: Uint8Array) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The deployment; its own path precedes every path. */
  readonly url: string;
  readonly token: string;
  readonly rivalToken?: string | undefined;
  /** The header `service-version` of calls without one; if absent, each token's version applies. */
  readonly version?: string | undefined;
  /** Headers of every request, such as a gateway's. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether to wait after each response that says that the create rate limit is used up. */
  readonly isPaced?: boolean | undefined;
  /** Ends every request and every wait. */
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: Fetch | undefined;
  /** Called after every response. */
  readonly onAnswer?: (answered: AnsweredCall) => void;
  /** Called before a wait, with whole seconds. */
  readonly onThrottled?: (seconds: number) => void;
}

export interface Client extends Deployment {
  /**
   * Sends a call, and repeats it after each rate-limited response with a valid Retry-After, at most MAX_WAITS times.
   */
  send(surface: Surface, call: Call): Promise<AnsweredCall>;
  /** Sends a call and disconnects after `milliseconds`, or earlier with a response, which is ignored. */
  abort(surface: Surface, call: Call, milliseconds: number): Promise<void>;
  readonly hasRival: boolean;
}

const MAX_WAITS = 10;
const REQUEST_TIMEOUT_MS = 30_000;
/** Replaces the status of a response that nobody waited for. */
const ABORTED = 0;

export function createClient({
  url,
  token,
  rivalToken,
  version,
  headers = {},
  isPaced = false,
  signal: stop,
  fetch: fetchIt = rawFetch,
  onAnswer,
  onThrottled,
}: ClientOptions): Client {
  const root = rootOf(url);
  const tokens = { owner: token, rival: rivalToken, nobody: undefined };

  const ofVersion = version === undefined ? {} : { 'service-version': version };
  const versioned = (call: Call) => ({ ...call, headers: { ...ofVersion, ...call.headers } });

  function start(call: Call, signal: AbortSignal): Promise<Response> {
    const { authorization, query } = carriersOf(tokens, call.credential);
    const target = new URL(`${root}${call.path}`);
    if (query !== undefined) target.searchParams.set('token', query);
    const sent = new Headers(headers);
    for (const [name, value] of Object.entries(call.headers ?? {})) sent.set(name, value);
    if (authorization !== undefined) sent.set('Authorization', authorization);
    return fetchIt(target.href, {
      method: call.method,
      headers: Object.fromEntries(sent),
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal,
    });
  }

  async function sendOnce(surface: Surface, call: Call): Promise<AnsweredCall> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await start(call, stop ? AbortSignal.any([timeout, stop]) : timeout);
    const text = decodedText(
      new Uint8Array(await response.arrayBuffer()),
      response.headers.get('content-encoding'),
    );
    return {
      surface,
      call,
      status: response.status,
      headers: response.headers,
      text,
      json: parsed(text),
    };
  }

  async function wait(seconds: number): Promise<void> {
    onThrottled?.(seconds);
    await sleep(seconds * 1000, undefined, { signal: stop });
  }

  return {
    root,
    headerNames: Object.keys(headers),
    hasRival: rivalToken !== undefined,
    async send(surface, given) {
      const call = versioned(given);
      for (let waits = 0; ; waits++) {
        const answered = await sendOnce(surface, call);
        onAnswer?.(answered);
        const isRefused = isThrottled(answered) && !isRehearsed(answered);
        const again =
          isRefused && waits < MAX_WAITS ? retryAfterSeconds(answered) : undefined;
        const seconds = again ?? (isPaced ? spentForSeconds(answered) : undefined);
        if (seconds !== undefined) await wait(seconds);
        if (again === undefined) return answered;
      }
    },
    async abort(surface, given, milliseconds) {
      const call = versioned(given);
      const controller = new AbortController();
      const answer = start(call, controller.signal).catch(() => undefined);
      await Promise.race([answer, sleep(milliseconds)]);
      controller.abort();
      onAnswer?.({
        surface,
        call,
        status: ABORTED,
        headers: new Headers(),
        text: '',
        json: undefined,
      });
    },
  };
}

/** A deployment's URL without its query and trailing slash. */
function rootOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Status 429, or a GraphQL response with status 200 in which a field was rate limited. */
export const isThrottled = ({ status, text }: AnsweredCall): boolean =>
  status === 429 || (status === 200 && text.includes('"RATE_LIMITED"'));

/** Whether the call asked for the error with `Prefer`, so that nothing was executed. */
export const isRehearsed = ({ headers }: AnsweredCall): boolean =>
  headers.get('preference-applied')?.startsWith('code=') === true;

/** Why a request has no response; undefined for any other error. */
export function noAnswerReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${REQUEST_TIMEOUT_MS / 1000} s`;
  if (!(error instanceof TypeError) || error.message !== 'fetch failed') return undefined;
  const { message = '', code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return message || code;
}

/** The header Retry-After in whole seconds, at least 1; undefined if it is missing or malformed. */
export function retryAfterSeconds({ headers }: AnsweredCall): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}

/** The seconds until creates are accepted again, if the header RateLimit says that none is left. */
function spentForSeconds({ headers }: AnsweredCall): number | undefined {
  const [, seconds] = /;r=0;t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}
