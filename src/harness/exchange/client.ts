// Sends requests to the deployment under test: adds the token, keeps what was said, waits where it is throttled.
import { Finding } from '../check/finding.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Whose token a request carries and where; `text` is sent in its place, as it is. */
export interface Credential {
  readonly who: 'owner' | 'rival' | 'nobody';
  readonly place?: 'header' | 'query' | 'both';
  /** An Authorization header that is no token of anybody. */
  readonly header?: string;
  /** A query token that is no token of anybody. */
  readonly query?: string;
}

export interface Call {
  readonly method: string;
  /** From the root of the deployment, without the token. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly credential?: Credential;
}

export type Surface = 'rest' | 'graphql';

export interface Exchange {
  readonly surface: Surface;
  readonly call: Call;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined where it is none. */
  readonly json: unknown;
}

export interface ClientOptions {
  readonly url: string;
  readonly token: string;
  readonly rivalToken?: string | undefined;
  readonly fetch?: Fetch | undefined;
  /** Told of every request and its answer. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Told before a wait, with whole seconds. */
  readonly onThrottled?: (seconds: number) => void;
}

export interface Client {
  send(surface: Surface, call: Call): Promise<Exchange>;
  readonly hasRival: boolean;
}

const MAX_WAITS = 10;
const REQUEST_TIMEOUT_MS = 30_000;

export function createClient({
  url,
  token,
  rivalToken,
  fetch: fetchIt = fetch,
  onExchange,
  onThrottled,
}: ClientOptions): Client {
  const origin = new URL(url).origin;
  const tokens = { owner: token, rival: rivalToken, nobody: undefined };

  async function sendOnce(surface: Surface, call: Call): Promise<Exchange> {
    const { who, place = 'header', header, query } = call.credential ?? { who: 'owner' };
    const value = tokens[who];
    const authorization = header ?? (value && place !== 'query' ? `Bearer ${value}` : undefined);
    const queryToken = query ?? (value && place !== 'header' ? value : undefined);
    const target = new URL(`${origin}${call.path}`);
    if (queryToken !== undefined) target.searchParams.set('token', queryToken);
    const response = await fetchIt(target.href, {
      method: call.method,
      headers: { ...call.headers, ...(authorization !== undefined && { Authorization: authorization }) },
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    return { surface, call, status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  return {
    hasRival: rivalToken !== undefined,
    async send(surface, call) {
      for (let waits = 0; ; waits++) {
        const exchange = await sendOnce(surface, call);
        onExchange?.(exchange);
        const seconds = throttledSeconds(exchange);
        if (seconds === undefined || waits === MAX_WAITS) return exchange;
        if (!Number.isInteger(seconds) || seconds < 1) {
          throw new Finding(
            'Retry-After',
            `${exchange.headers.get('retry-after')} is no whole number of seconds`,
            [exchange],
            surface,
          );
        }
        onThrottled?.(seconds);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How long the service wants to be left alone; undefined where the request was not throttled. */
function throttledSeconds({ status, headers, text }: Exchange): number | undefined {
  if (status !== 429 && !(status === 200 && text.includes('"RATE_LIMITED"'))) return undefined;
  return Number(headers.get('retry-after') ?? Number.NaN);
}
