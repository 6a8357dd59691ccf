// Serves a fetch handler with Node's HTTP server, with limits for slow clients and a stop that drops no request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import { Connections } from '../fairness/connections.ts';
import { IncomingRequest } from '../fairness/incoming-bytes.ts';
import { boundUnreadResponses, UNREAD_BOUNDS } from '../fairness/unread-responses.ts';
import { clientAddress } from './client-address.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { openPort, type Port, STOP_BOUNDS, stopServer } from './port.ts';
import { rejectRequest, rejectSocket } from './rejection.ts';

/** Limits in milliseconds (and bytes) that close 500 slow clients within half a minute. */
const BOUNDS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 16 * 1024,
  ...UNREAD_BOUNDS,
  ...STOP_BOUNDS,
};

/** The client of a request, at the other end of its connection. */
export interface Client {
  /** As far as it can be trusted; IPv4 in its own form. */
  readonly address: string;
  /** The host that it addresses, without a port; undefined if it named none or an invalid one. */
  readonly host?: string | undefined;
  /** Says whose response the connection carries next; undefined: nobody's in particular. */
  readonly setOwner?: (userId: number | undefined) => void;
}

interface ListenOptions extends Port {
  /** How many entries of X-Forwarded-For to trust, from the right; absent: none. */
  readonly trustedProxyHops?: number;
  /** Headers of responses that don't come from the handler; absent: none. */
  readonly headers?: () => Readonly<Record<string, string>>;
  readonly bounds?: Partial<typeof BOUNDS>;
}

export interface Listening {
  readonly port: number;
  /** Responds to the requests that have arrived, with `Connection: close`, then ends the connections. */
  stop(): Promise<void>;
}

/** @throws {ListenError} */
export async function listen(
  handler: { fetch(request: Request, client: Client): Promise<Response> },
  options: ListenOptions,
): Promise<Listening> {
  const { trustedProxyHops = 0, headers = () => ({}) } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const owners = new WeakMap<Socket, number | undefined>();
  const adapter = createServerAdapter<{ req: IncomingMessage }>((request, { req }) =>
    handler.fetch(request, {
      address: clientAddress(req, trustedProxyHops),
      host: hostIn(req),
      setOwner: (userId) => void owners.set(req.socket, userId),
    }),
  );

  function handle(res: ServerResponse) {
    const { req } = res;
    if (!hasOneHost(req)) {
      rejectRequest(res, headers());
      return;
    }
    req.url = safeTarget(req);
    // The adapter builds the URL from the Host header, which may be invalid; see hostIn().
    req.headers.host = 'localhost';
    adapter(req, res);
  }

  const server = createServer({
    ...bounds,
    requireHostHeader: false,
    IncomingMessage: IncomingRequest,
  });
  const connections = new Connections(server, handle, MAX_BODY_BYTES);
  const { open } = connections;
  const endChecks = boundUnreadResponses(open, (socket) => owners.get(socket), bounds);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) =>
    rejectSocket(socket, connections, code, headers()),
  );
  server.on('connect', (_, socket: Socket) =>
    rejectSocket(socket, connections, '', headers()),
  );
  return {
    port: await openPort(server, options),
    async stop() {
      connections.endLast();
      await stopServer(server, connections, bounds);
      endChecks();
    },
  };
}

/** HTTP/1.1 requires exactly one Host; with none or two, a proxy may read a request differently from Node. */
const hasOneHost = ({ httpVersion, headersDistinct }: IncomingMessage) =>
  httpVersion === '1.0' || (httpVersion === '1.1' && headersDistinct.host?.length === 1);

/** A name, an IPv4 address, or an IPv6 address in brackets, then perhaps a port. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** As sent: `headers.host` is replaced. For decisions only; links are never built from it. */
const hostIn = ({ headersDistinct: { host = [] } }: IncomingMessage) =>
  HOST.exec(host[0] ?? '')?.[1];

/** The path and query of the request target (RFC 9112, 3.2); for an invalid target, a path that no route has. */
function safeTarget({ method, url: target = '/' }: IncomingMessage): string {
  if (method === 'OPTIONS' && target === '*') return '/';
  const path = target.startsWith('/') ? target : pathOf(target);
  const isValid = !path.startsWith('//') && URL.canParse(path, 'http://localhost');
  return isValid ? path : '/%20';
}

/** Proxies send absolute targets; user information in them is an error (RFC 9110, 4.2.4). */
function pathOf(target: string): string {
  const url = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(target) && URL.parse(target);
  return url ? url.pathname + url.search : '//';
}
