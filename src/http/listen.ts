// Serves a fetch handler on Node: bounds for slow clients, answers to malformed requests, a stop that drops nothing.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createServerAdapter } from '@whatwg-node/server';
import { refuseRequest, refuseSocket } from './refusal.ts';

/** Bounds in milliseconds (and bytes) that close 500 slow clients within half a minute. */
const BOUNDS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  /** A client that reads nothing, or sends nothing, for so long is given up. */
  idleTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  /** When stopping: how long connections without a request may still bring one, and how long the last may take. */
  lastRequestWithin: 300,
  stopWithin: 10_000,
};

export interface Handler {
  fetch(request: Request, connection: { address: string }): Promise<Response>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How many proxies of ours stand in front; so many entries of X-Forwarded-For are trusted, from the right. */
  readonly trustedProxyHops: number;
  /** Headers of the answers that are given without the handler. */
  readonly headers: () => Readonly<Record<string, string>>;
  readonly bounds?: Partial<typeof BOUNDS>;
}

export interface Listening {
  readonly port: number;
  /** Answers the requests that are there, lets every client know that its connection ends, then closes. */
  stop(): Promise<void>;
}

/** The address can't be listened at; the message is meant for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const bounds = { ...BOUNDS, ...options.bounds };
  const adapter = createServerAdapter<{ req: IncomingMessage }>((request, { req }) =>
    handler.fetch(request, { address: addressOf(req, options.trustedProxyHops) }),
  );
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let stopping = false;

  function serve(req: IncomingMessage, res: ServerResponse): void {
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
    if (stopping) res.setHeader('Connection', 'close');
    if (!hasOneHost(req)) {
      refuseRequest(res, options.headers());
      return;
    }
    req.url = safeTarget(req.url ?? '/');
    // The Host header builds no link and must not be able to break the URL.
    req.headers.host = 'localhost';
    adapter(req, res);
  }

  const server = createServer({ ...bounds, requireHostHeader: false }, serve);
  server.timeout = bounds.idleTimeout;
  server.on('checkExpectation', serve);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const onSocket = (socket: Socket) => [...underWay].filter(({ req }) => req.socket === socket);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    refuseSocket(socket, onSocket(socket), error.code ?? '', options.headers()),
  );
  server.on('connect', (_, socket: Socket) => refuseSocket(socket, [], '', options.headers()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, options)));
    server.listen(options.port, options.host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopping = true;
      for (const res of underWay) if (!res.headersSent) res.setHeader('Connection', 'close');
      if (sockets.size > 0) await delay(bounds.lastRequestWithin);
      const closed = new Promise((resolve) => server.close(resolve));
      // Node itself closes only those that have had a request.
      for (const socket of sockets) if (onSocket(socket).length === 0) socket.destroySoon();
      const deadline = setTimeout(() => server.closeAllConnections(), bounds.stopWithin);
      await closed;
      clearTimeout(deadline);
    },
  };
}

function listenError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): ListenError {
  const reason =
    error.code === 'EADDRINUSE' ? 'another process does. Stop that one, or choose another PORT' : error.message;
  return new ListenError(`Cannot listen on port ${port} of ${host}: ${reason}.`, { cause: error });
}

/** HTTP/1.1 asks for exactly one; a request with none or two may mean another thing to a proxy than to us. */
const hasOneHost = ({ httpVersion, headersDistinct }: IncomingMessage): boolean =>
  httpVersion === '1.0' || (httpVersion === '1.1' && headersDistinct.host?.length === 1);

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
