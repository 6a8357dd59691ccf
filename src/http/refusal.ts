// Responses to bytes that are no HTTP request: the same JSON as every other error, then the connection is closed.
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

type Headers = Readonly<Record<string, string>>;

/** The code of a request whose head or body did not arrive in time. */
export const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

const MALFORMED = { status: 400, error: 'Malformed request' };

/** By the error code of Node's HTTP parser. */
const REFUSALS: Readonly<Record<string, typeof MALFORMED>> = {
  HPE_HEADER_OVERFLOW: { status: 431, error: 'Request headers too large' },
  [TIMED_OUT]: { status: 408, error: 'Request timed out' },
};

function refusal(code: string, more: Headers) {
  const { status, error } = REFUSALS[code] ?? MALFORMED;
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

/** The client may send for so long: a socket that is closed with unread bytes is reset, and the response lost. */
const LINGER_MILLISECONDS = 1_000;

/** Refuses a request that Node parsed although it is malformed. */
export function refuseRequest(res: ServerResponse, more: Headers): void {
  const { status, headers, body } = refusal('', more);
  res.writeHead(status, headers).end(body);
}

const refused = new WeakSet<Socket>();

/**
 * Refuses bytes that Node's parser could not read. Responses under way on the same connection go first: the client
 * would take the refusal for the response to an earlier request.
 */
export async function refuseSocket(
  socket: Socket,
  underWay: readonly ServerResponse[],
  code: string,
  more: Headers,
): Promise<void> {
  if (refused.has(socket)) return;
  refused.add(socket);
  socket.on('error', () => socket.destroy());
  const earlier = underWay.filter(({ req }) => req.complete);
  await Promise.all(earlier.map(closed));
  const isAnswered = underWay.some((res) => !res.req.complete && res.headersSent);
  if (isAnswered || !socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, headers, body } = refusal(code, more);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // A client that timed out sends nothing more, so that no reset can follow.
  setTimeout(() => socket.destroy(), code === TIMED_OUT ? 0 : LINGER_MILLISECONDS).unref();
}

const closed = (res: ServerResponse) =>
  new Promise<void>((resolve) => (res.closed ? resolve() : res.once('close', () => resolve())));
