// The log line of a request: caller, request, result. It has no query and no body; client text is cut, and tokens are
// removed.
import type { Log, LogFields } from '../log.ts';
import { HEALTH_PATHS } from '../paths.ts';
import { cut } from '../text.ts';
import type { FinishedRequest } from './finished-request.ts';

/** Client closed the request; the status nginx logs. */
const ABORTED = 499;

/** W3C Trace Context, version 00: the client's trace ID and span ID. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** In characters. */
const MAX_LENGTH = { path: 300, requestId: 129 };
const VISIBLE = /^[!-~]{1,128}$/;

/** The fields of a request, in its log line and its span. */
export function requestFields(finished: FinishedRequest): LogFields {
  const { headers, status, isAborted, code, caller, failures } = finished;
  const isUnexpected = status >= 500 && !isAborted;
  const rejected = rejectedToken(failures);
  const clientId = headers.get('x-request-id') ?? '';
  const [, traceId, spanId] = TRACEPARENT.exec(headers.get('traceparent') ?? '') ?? [];
  return {
    'http.request.method': finished.method,
    'url.path': clientText(finished.url.pathname, MAX_LENGTH.path),
    'http.route': finished.route,
    'http.response.status_code': isAborted ? ABORTED : status,
    // In seconds, to a tenth of a millisecond.
    'http.server.request.duration': Math.round(finished.milliseconds * 10) / 10_000,
    'client.address': finished.address,
    'user_agent.original': finished.agent,
    'error.type': isUnexpected ? code : undefined,
    'owner_api.surface': finished.surface,
    'owner_api.operation': finished.operations.join(', ') || undefined,
    'owner_api.failure': code,
    'owner_api.token_failure': rejected?.reason,
    'owner_api.user_id': rejected ? undefined : finished.userId,
    'owner_api.token_id': caller?.tokenId ?? rejected?.tokenId,
    'owner_api.request_id': finished.requestId,
    'owner_api.client_request_id': VISIBLE.test(clientId)
      ? clientText(clientId, MAX_LENGTH.requestId)
      : undefined,
    'owner_api.replayed': finished.isReplay || undefined,
    'owner_api.rehearsed': finished.rehearsed,
    trace_id: traceId,
    span_id: spanId,
  };
}

const PROBES: readonly unknown[] = Object.values(HEALTH_PATHS);

/** Load balancers probe every second or two, so only probes that don't return 200 are logged. */
export function logRequest(log: Log, fields: LogFields): void {
  const { 'http.route': route, 'http.response.status_code': status } = fields;
  if (fields['error.type'] !== undefined) log.warn(fields, 'request');
  else if (status === 200 && PROBES.includes(route)) log.debug(fields, 'request');
  else log.info(fields, status === ABORTED ? 'aborted' : 'request');
}

const rejectedToken = (failures: FinishedRequest['failures']) =>
  failures
    .map(({ failure }) => failure)
    .find((failure) => failure.kind === 'unauthenticated');

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** Decodes percent-encoded ASCII until nothing changes: each time, the text becomes shorter. */
function decoded(text: string): string {
  const once = text.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return once === text ? text : decoded(once);
}

/** Removes tokens that a client put into a path or a name by mistake, however often they were percent-encoded. */
function withoutTokens(text: string): string {
  const plain = decoded(text);
  const without = plain.replaceAll(TOKEN, 'svc_$1_…');
  return without === plain ? text : without;
}

/** Visible ASCII and spaces without `%`. */
const PLAIN = /^[ -$&-~]*$/;
const PART_OF_TOKEN = /svc_/i;

/**
 * Makes client text fit for logs and rows: cut to `length`, without tokens and without characters that the database
 * rejects.
 */
export function clientText(text: string, length: number): string {
  const isPlain = PLAIN.test(text) && !PART_OF_TOKEN.test(text);
  if (text.length <= length && isPlain) return text;
  return cut(withoutTokens(text.slice(0, length)), length - 1)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
