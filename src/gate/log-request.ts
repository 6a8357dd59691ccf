// The log line of a request: no query, no body, no token; of its headers, a well-formed traceparent alone.
import type { Logger } from 'pino';
import type { Exchange } from './exchange.ts';

const TOKEN = /svc_(live|test)_\w*/gi;

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

export function logRequest(
  logger: Logger,
  { method, headers }: Request,
  { url, requestId, admission }: Exchange,
  status: number,
  milliseconds: number,
): void {
  const { userId, tokenId } = admission?.caller ?? {};
  const ms = Math.round(milliseconds * 10) / 10;
  const path = withoutTokens(url.pathname);
  const traceparent = traceparentOf(headers);
  logger.info({ method, path, status, ms, requestId, traceparent, userId, tokenId }, 'request');
}

/** The place of the request in the trace of its client; undefined unless it is well formed. */
function traceparentOf(headers: Headers): string | undefined {
  const value = headers.get('traceparent');
  return value !== null && TRACEPARENT.test(value) ? value : undefined;
}

/** A path in which a client has put its token by mistake, however it is spelled, without it. */
function withoutTokens(path: string): string {
  const plain = path.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const cut = plain.replaceAll(TOKEN, 'svc_$1_…');
  return cut === plain ? path : cut;
}
