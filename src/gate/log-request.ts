// The log line of a request: no query, no body, no token; of its headers, a well-formed traceparent alone.
import type { Logger } from 'pino';
import { type Exchange, isReplay, preferenceApplied } from './exchange.ts';
import { withoutTokens } from './without-tokens.ts';

/** The status of a request whose client has gone, as nginx logs it. */
const ABORTED = 499;

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

export function logRequest(
  logger: Logger,
  { method, headers, signal }: Request,
  exchange: Exchange,
  status: number,
  milliseconds: number,
): void {
  const { url, requestId, admission } = exchange;
  const { userId, tokenId, email } = admission?.caller ?? {};
  const ms = Math.round(milliseconds * 10) / 10;
  const path = withoutTokens(url.pathname);
  const traceparent = validTraceparent(headers);
  const replayed = isReplay(exchange) || undefined;
  const rehearsed = preferenceApplied(exchange);
  const line = { method, path, status, ms, requestId, traceparent, userId, tokenId, email, replayed, rehearsed };
  if (signal.aborted) logger.info({ ...line, status: ABORTED }, 'aborted');
  else logger.info(line, 'request');
}

/** The traceparent of the request, which links it to a trace of its client; undefined unless it is well formed. */
function validTraceparent(headers: Headers): string | undefined {
  const value = headers.get('traceparent');
  return value !== null && TRACEPARENT.test(value) ? value : undefined;
}
