// Servers on loopback for the checks of image URLs, which end with their test, and checks that may connect to them.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { networkImageProbe } from '../../src/products/image-probe.ts';
import { EVENTUALLY } from '../support/eventually.ts';

export const USER = 1;
export const PUBLIC = '127.0.0.1';
/** Stands in for an internal address; every machine has it, and connecting to it is not allowed. */
export const PRIVATE = process.platform === 'linux' ? '127.0.0.2' : '::1';

export const LOOPBACK = {
  resolve: async () => [PUBLIC],
  isAllowed: (address: string) => address === PUBLIC,
  timeoutMs: EVENTUALLY,
};

type Options = Parameters<typeof networkImageProbe>[0];

export function loopbackProbe(options: Options = {}) {
  return networkImageProbe({ ...LOOPBACK, ...options });
}

export async function probe(
  url: string,
  options: Options = {},
): Promise<boolean | undefined> {
  return (await loopbackProbe(options).reachable([url], USER))[0];
}

export const ok: RequestListener = (_request, response) => response.end();

/** Redirects `/`; all other paths succeed. */
export function redirect(location: () => string | undefined, status = 302): RequestListener {
  return (request, response) => {
    const target = location();
    if (request.url === '/')
      response.writeHead(status, target === undefined ? {} : { Location: target });
    response.end();
  };
}

export async function serve(listener: RequestListener, host = PUBLIC, port = 0) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const started = await start(server, host, port);
  const url = (path: string) => `http://images.example:${started.port}${path}`;
  return { ...started, requests, url };
}

export async function start(server: Server, host = PUBLIC, at = 0) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(at, host), 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { port, close, connections: () => connections, open: () => sockets.size };
}
