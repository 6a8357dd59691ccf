// The log line of a request: no query, no header, no body, no token.
import type { Logger } from 'pino';
import type { Exchange } from './exchange.ts';

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** One line for each request: no query, no header, no body. */
export function logRequest(
  logger: Logger,
  { method }: Request,
  { url, requestId, admission }: Exchange,
  status: number,
  milliseconds: number,
): void {
  const { userId, tokenId } = admission?.caller ?? {};
  const ms = Math.round(milliseconds * 10) / 10;
  logger.info({ method, path: withoutTokens(url.pathname), status, ms, requestId, userId, tokenId }, 'request');
}

/** A path in which a client has put its token by mistake, however it is spelled, without it. */
function withoutTokens(path: string): string {
  const plain = path.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const cut = plain.replaceAll(TOKEN, 'svc_$1_…');
  return cut === plain ? path : cut;
}
