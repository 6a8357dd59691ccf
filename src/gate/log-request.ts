// The log line of a request: caller, request, result. It has no query and no body; client text is cut, and tokens are
// removed.
import type { Log, LogFields } from '../log.ts';
import { HEALTH_PATHS } from '../paths.ts';
import { cut } from '../text.ts';
import { type Exchange, preferenceApplied } from './exchange.ts';
import type { FinishedRequest } from './finished-request.ts';

/** Client closed the request; the status nginx logs. */
const ABORTED = 499;

/** W3C Trace Context, version 00: the client's trace ID and span ID. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** In characters. */
const MAX_LENGTH = { path: 300, requestId: 129 };
const VISIBLE = /^[!-~]{1,128}$/;

/** The fields of a request, in its log line and its span. */
export function requestFields(
  { method, headers }: Request,
  exchange: Exchange,
  finished: FinishedRequest,
): LogFields {
  const { url, requestId, address, agent, route, caller, sessionUserId } = exchange;
  const { surface, status, milliseconds, isAborted, operations, code } = finished;
  const isUnexpected = status >= 500 && !isAborted;
  const rejected = rejectedToken(finished);
  const [, traceId, spanId] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? [];
  return {
    'http.request.method': method,
    'url.path': clientText(url.pathname, MAX_LENGTH.path),
    'http.route': route,
    'http.response.status_code': isAborted ? ABORTED : status,
    // In seconds, to a tenth of a millisecond.
    'http.server.request.duration': Math.round(milliseconds * 10) / 10_000,
    'client.address': address,
    'user_agent.original': agent,
    'error.type': isUnexpected ? code : undefined,
    'owner_api.surface': surface,
    'owner_api.operation': operations.join(', ') || undefined,
    'owner_api.failure': code,
    'owner_api.token_failure': rejected?.reason,
    'owner_api.user_id': caller?.userId ?? sessionUserId,
    'owner_api.token_id': caller?.tokenId ?? rejected?.tokenId,
    'owner_api.request_id': requestId,
    'owner_api.client_request_id': clientRequestId(headers),
    'owner_api.replayed': finished.isReplay || undefined,
    'owner_api.rehearsed': preferenceApplied(exchange),
    trace_id: traceId,
    span_id: spanId,
  };
}

export function logRequest(log: Log, fields: LogFields): void {
  if (fields['error.type'] !== undefined) log.warn(fields, 'request');
  else if (isProbe(fields)) log.debug(fields, 'request');
  else
    log.info(fields, fields['http.response.status_code'] === ABORTED ? 'aborted' : 'request');
}

/** Load balancers probe every second or two, so only probes that don't return 200 are logged. */
const isProbe = ({ 'http.route': route, 'http.response.status_code': status }: LogFields) =>
  status === 200 && Object.values<unknown>(HEALTH_PATHS).includes(route);

const rejectedToken = ({ failures }: FinishedRequest) =>
  failures
    .map(({ failure }) => failure)
    .find((failure) => failure.kind === 'unauthenticated');

function clientRequestId(headers: Headers): string | undefined {
  const value = headers.get('x-request-id');
  return value !== null && VISIBLE.test(value)
    ? clientText(value, MAX_LENGTH.requestId)
    : undefined;
}

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** Removes tokens that a client put into a path or a message by mistake, in any percent-encoding. */
function withoutTokens(text: string): string {
  const plain = text.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const without = plain.replaceAll(TOKEN, 'svc_$1_…');
  return without === plain ? text : without;
}

/** Visible ASCII and spaces without `%`. */
const PLAIN = /^[ -$&-~]*$/;
const PART_OF_TOKEN = /svc_/i;

const isPlain = (text: string) => PLAIN.test(text) && !PART_OF_TOKEN.test(text);

/**
 * Makes client text fit for logs and rows: cut to `length`, without tokens and without characters that the database
 * rejects.
 */
export function clientText(text: string, length: number): string {
  if (text.length <= length && isPlain(text)) return text;
  return cut(withoutTokens(text.slice(0, length)), length - 1)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
