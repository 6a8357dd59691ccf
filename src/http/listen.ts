// Serves a fetch handler over HTTP by Node's server, with bounds for slow clients and a stop that drops no request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { Connections } from './connections.ts';
import { refuseRequest, refuseSocket } from './refusal.ts';
import { stopServer } from './stop-server.ts';
import { boundUnreadAnswers } from './unread-answers.ts';

/** Bounds in milliseconds (and bytes) that close 500 slow clients within half a minute. */
const BOUNDS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** A client that neither reads nor sends for this time is given up. */
  idleTimeout: 20_000,
  unreadCheckInterval: 250,
  unreadWithin: 5_000,
  unreadBytesPerUser: 32 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  quietWithin: 1_000,
  lastRequestWithin: 1_000,
  stopWithin: 10_000,
};

/** Where a request comes from. */
export interface Connection {
  /** The address of the client, as far as it can be trusted. */
  readonly address: string;
  /** The handler sets it once it knows the user. */
  userId?: number | undefined;
}

export interface Handler {
  fetch(request: Request, connection: Connection): Promise<Response>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port, for the operator; PORT where absent. */
  readonly portVariable?: string;
  /** The number of trusted proxies in front: as many entries of X-Forwarded-For are trusted, from the right. */
  readonly trustedProxyHops: number;
  /** Headers of answers that do not come from the handler. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly bounds?: Partial<typeof BOUNDS>;
}

export interface Listening {
  readonly port: number;
  /** Answers the requests that have come, with `Connection: close`, then ends the connections. */
  stop(): Promise<void>;
}

/** The port can't be opened; the message is meant for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const bounds = { ...BOUNDS, ...options.bounds };
  const clients = new WeakMap<Socket, Connection>();
  const adapter = createServerAdapter<{ req: IncomingMessage }>((request, { req }) => {
    const connection = { address: addressOf(req, options.trustedProxyHops) };
    clients.set(req.socket, connection);
    return handler.fetch(request, connection);
  });
  let isStopping = false;

  function serve(req: IncomingMessage, res: ServerResponse): void {
    connections.begin(res);
    if (isStopping) res.setHeader('Connection', 'close');
    if (!hasOneHost(req)) {
      refuseRequest(res, options.headers());
      return;
    }
    req.url = safeTarget(req.url ?? '/');
    // The adapter makes the URL from the Host header, which may be invalid; no link is built from it.
    req.headers.host = 'localhost';
    adapter(req, res);
  }

  const server = createServer({ ...bounds, requireHostHeader: false }, serve);
  server.timeout = bounds.idleTimeout;
  server.on('checkExpectation', serve);
  const connections = new Connections(server);
  const endChecks = boundUnreadAnswers(connections.sockets, (socket) => clients.get(socket)?.userId, bounds);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(socket, connections.responsesOn(socket), error.code ?? '', options.headers()),
  );
  server.on('connect', (_, socket: Socket) => refuseSocket(socket, [], '', options.headers()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, options)));
    server.listen(options.port, options.host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      isStopping = true;
      for (const res of connections.underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
      await stopServer(server, connections, bounds);
      endChecks();
    },
  };
}

function listenError(error: NodeJS.ErrnoException, options: ListenOptions): ListenError {
  const { host, port, portVariable = 'PORT' } = options;
  const reason =
    error.code === 'EADDRINUSE'
      ? `another process uses it. Stop that process, or choose another ${portVariable}`
      : error.message;
  return new ListenError(`Cannot listen on port ${port} of ${host}: ${reason}.`, { cause: error });
}

/** HTTP/1.1 requires exactly one; a proxy may read a request with none or two in another way than Node. */
const hasOneHost = ({ httpVersion, headersDistinct }: IncomingMessage): boolean =>
  httpVersion === '1.0' || (httpVersion === '1.1' && headersDistinct.host?.length === 1);

/** The request target, or a path that no route has if the target is no path or no valid URL. */
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
