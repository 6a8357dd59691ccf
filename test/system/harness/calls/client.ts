// Sends requests to the deployment as its people: waits where creates are throttled, decodes answers, aborts.

import { setTimeout as sleep } from 'node:timers/promises';
import {
  brotliCompressSync,
  brotliDecompressSync,
  gunzipSync,
  gzipSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { AnsweredCall, Call, Surface } from './call.ts';
import { rawFetch } from './raw-fetch.ts';

export const CODINGS: Readonly<
  Record<string, Readonly<Record<'encode' | 'decode', (bytes: Uint8Array) => Buffer<ArrayBuffer>>>>
> = {
  gzip: { encode: gzipSync, decode: gunzipSync },
  br: { encode: brotliCompressSync, decode: brotliDecompressSync },
  zstd: { encode: zstdCompressSync, decode: zstdDecompressSync },
};

/** The text of a body; that of the bytes as they are where they are not in the coding. */
export function decodedText(bytes: Uint8Array, coding: string | null): string {
  try {
    return textOf(CODINGS[coding ?? '']?.decode(bytes) ?? bytes);
  } catch {
    return textOf(bytes);
  }
}

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  readonly rivalToken?: string | undefined;
  /** The header `service-version` of calls without one; absent: the version of each token. */
  readonly version?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Called after every answer. */
  readonly onAnswer?: (answered: AnsweredCall) => void;
  /** Called before a wait, with whole seconds. */
  readonly onThrottled?: (seconds: number) => void;
}

export interface Client {
  /** Sends a call, again after each throttled answer whose Retry-After is right, at most MAX_WAITS times. */
  send(surface: Surface, call: Call): Promise<AnsweredCall>;
  /** Sends a call and goes away after `milliseconds`, or earlier with an answer, which is dropped. */
  abort(surface: Surface, call: Call, milliseconds: number): Promise<void>;
  readonly origin: string;
  readonly hasRival: boolean;
}

const MAX_WAITS = 10;
const REQUEST_TIMEOUT_MS = 30_000;
/** In place of the status of an answer that nobody waited for. */
const ABORTED = 0;

export function createClient({
  url,
  token,
  rivalToken,
  version,
  fetch: fetchIt = rawFetch,
  onAnswer,
  onThrottled,
}: ClientOptions): Client {
  const origin = new URL(url).origin;
  const tokens = { owner: token, rival: rivalToken, nobody: undefined };

  const versioned = (call: Call): Call =>
    version === undefined ? call : { ...call, headers: { 'service-version': version, ...call.headers } };

  function start(call: Call, signal: AbortSignal): Promise<Response> {
    const { who, tokenIn = 'header', header, query } = call.credential ?? { who: 'owner' };
    const value = tokens[who];
    const authorization = header ?? (value && tokenIn !== 'query' ? `Bearer ${value}` : undefined);
    const queryToken = query ?? (value && tokenIn !== 'header' ? value : undefined);
    const target = new URL(`${origin}${call.path}`);
    if (queryToken !== undefined) target.searchParams.set('token', queryToken);
    return fetchIt(target.href, {
      method: call.method,
      headers: { ...call.headers, ...(authorization !== undefined && { Authorization: authorization }) },
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal,
    });
  }

  async function sendOnce(surface: Surface, call: Call): Promise<AnsweredCall> {
    const response = await start(call, AbortSignal.timeout(REQUEST_TIMEOUT_MS));
    const text = decodedText(await response.bytes(), response.headers.get('content-encoding'));
    return { surface, call, status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  return {
    origin,
    hasRival: rivalToken !== undefined,
    async send(surface, given) {
      const call = versioned(given);
      for (let waits = 0; ; waits++) {
        const answered = await sendOnce(surface, call);
        onAnswer?.(answered);
        const seconds = isThrottled(answered) ? retryAfterSeconds(answered) : undefined;
        if (seconds === undefined || waits === MAX_WAITS) return answered;
        onThrottled?.(seconds);
        await sleep(seconds * 1000);
      }
    },
    async abort(surface, given, milliseconds) {
      const call = versioned(given);
      const controller = new AbortController();
      const answer = start(call, controller.signal).catch(() => undefined);
      await Promise.race([answer, sleep(milliseconds)]);
      controller.abort();
      onAnswer?.({ surface, call, status: ABORTED, headers: new Headers(), text: '', json: undefined });
    },
  };
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Status 429, or a GraphQL answer of status 200 in which a field was throttled. */
export const isThrottled = ({ status, text }: Pick<AnsweredCall, 'status' | 'text'>): boolean =>
  status === 429 || (status === 200 && text.includes('"RATE_LIMITED"'));

/** The header Retry-After in whole seconds, at least 1; undefined for a header that is missing or of another form. */
export function retryAfterSeconds({ headers }: Pick<AnsweredCall, 'headers'>): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined;
}
