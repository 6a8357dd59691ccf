// Serves a fetch handler on Node: bounds for slow clients, answers to malformed requests, a stop that drops nothing.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';

/** Bounds that close 500 slow clients within half a minute. */
const BOUNDS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
} as const;

const STOP_MILLISECONDS = 10_000;

export interface Handler {
  fetch(request: Request, connection: { address: string }): Promise<Response>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How many proxies of ours stand in front; so many entries of X-Forwarded-For are trusted, from the right. */
  readonly trustedProxyHops: number;
  /** Headers of the answers that Node gives by itself. */
  readonly headers: () => Readonly<Record<string, string>>;
}

export interface Listening {
  readonly port: number;
  /** Takes no new connection, lets accepted requests finish, then closes. */
  stop(): Promise<void>;
}

export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const adapter = createServerAdapter<{ req: IncomingMessage }>((request, { req }) =>
    handler.fetch(request, { address: addressOf(req, options.trustedProxyHops) }),
  );
  const server = createServer(BOUNDS, (req, res) => {
    req.url = safeTarget(req.url ?? '/');
    // The Host header builds no link and must not be able to break the URL.
    req.headers.host = 'localhost';
    adapter(req, res);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuse(socket, error.code ?? '', options.headers()),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { port: (server.address() as AddressInfo).port, stop: () => stop(server) };
}

/** A path for every request target; one that is no path, or no valid URL, becomes one that names nothing. */
function safeTarget(target: string): string {
  const nowhere = '/%20';
  if (!target.startsWith('/') || target.startsWith('//')) return nowhere;
  return URL.canParse(target, 'http://localhost') ? target : nowhere;
}

function addressOf(req: IncomingMessage, trustedProxyHops: number): string {
  const forwarded = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim());
  const trusted = trustedProxyHops > 0 ? forwarded.at(-trustedProxyHops) : undefined;
  return trusted || (req.socket.remoteAddress ?? 'unknown');
}

const REFUSALS: Readonly<Record<string, [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Request headers too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Request timed out'],
};

/** Answers what Node's parser refused, in the shape of every other error. */
function refuse(socket: Socket, code: string, headers: Readonly<Record<string, string>>): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, reason, error] = REFUSALS[code] ?? [400, 'Bad Request', 'Malformed request'];
  const body = JSON.stringify({ error });
  const lines = Object.entries({
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${reason}`, ...lines, '', body].join('\r\n'));
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), STOP_MILLISECONDS);
  await closed;
  clearTimeout(deadline);
}
