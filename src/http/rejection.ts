// Responses to bytes that are not HTTP: the same JSON as every other error, then the connection is closed.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Connections } from '../fairness/connections.ts';
import { FAILURES } from '../operation/failures.ts';

type Headers = Readonly<Record<string, string>>;

/** Node's code for a request whose head or body did not arrive in time, and which nobody read. */
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const MALFORMED = { status: 400, error: 'Malformed request' };

/** By the error code of Node's HTTP parser. */
const RESPONSES: Readonly<Record<string, typeof MALFORMED>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Request headers too large' },
  [TIMED_OUT]: { status: FAILURES.tooSlow.status, error: FAILURES.tooSlow.message },
};

function rejection(code: string, more: Headers) {
  const { status, error } = RESPONSES[code] ?? MALFORMED;
  const body = JSON.stringify({ error });
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    'X-Content-Type-Options': 'nosniff',
    ...more,
  };
  return { status, headers, body };
}

/**
 * How long the client may keep sending: closing a socket with unread bytes resets it, and the response would be lost.
 */
const LINGER_MILLISECONDS = 1_000;

/** Rejects a malformed request that Node parsed nevertheless. */
export function rejectRequest(res: ServerResponse, more: Headers): void {
  const { status, headers, body } = rejection('', more);
  res.writeHead(status, headers).end(body);
}

const rejected = new WeakSet<Socket>();

/** Rejects bytes that Node's parser could not read; behind a request, the connection closes after its response. */
export function rejectSocket(
  socket: Socket,
  connections: Connections,
  code: string,
  more: Headers,
): void {
  if (rejected.has(socket)) return;
  rejected.add(socket);
  socket.on('error', () => socket.destroy());
  const response = connections.open.get(socket)?.response;
  if (response?.req.complete) {
    connections.endAfterResponse(socket, response);
    return;
  }
  const isGone = !socket.writable || code === 'ECONNRESET';
  if (isGone || response?.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = rejection(code, more);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // A client that timed out sends nothing more, so no reset can follow.
  setTimeout(() => socket.destroy(), code === TIMED_OUT ? 0 : LINGER_MILLISECONDS).unref();
}
