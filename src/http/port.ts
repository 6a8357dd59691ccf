// A server's port: opened, and closed without dropping a request.
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from '../fairness/connections.ts';

export interface Port {
  readonly host: string;
  readonly port: number;
  /** The variable that sets the port, for the operator; absent: PORT. */
  readonly portVariable?: string;
}

/** The port can't be opened; the message is for the operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/**
 * Connections the kernel queues until the process accepts them, up to the kernel's own limit. Node accepts one per turn
 * of the event loop; beyond its default of 511, a connection is retried after a second.
 */
const BACKLOG = 4096;

/** The port number; for 0, the system chooses it. @throws {ListenError} */
export async function openPort(
  server: Server,
  { host, port, portVariable = 'PORT' }: Port,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const message =
        `Cannot listen on port ${port} of ${host}: ${cause.message}. ` +
        `Set ${portVariable} or ${portVariable.replace('PORT', 'HOST')} to others.`;
      reject(new ListenError(message, { cause }));
    });
    // Without a host Node serves IPv6 and IPv4, and IPv4 alone where the kernel has no IPv6; with `::` it would fail there.
    server.listen(
      { port, host: host === '::' ? undefined : host, backlog: BACKLOG },
      resolve,
    );
  });
  return (server.address() as AddressInfo).port;
}

/** In milliseconds. */
export const STOP_BOUNDS = {
  /** How long clients may send a last request on an open connection, or on a new one. */
  lastRequestWithin: 1_000,
  /** How long to look for a turn of the event loop in which nothing arrives. */
  quietWithin: 1_000,
  /** The longest time for all of it, more than a request's deadline. */
  stopWithin: 4_600,
};

/**
 * Call it once responses carry `Connection: close`. When the port is closed, the kernel resets connections that the
 * process hasn't accepted, so it is closed last, when nothing has just arrived.
 */
export async function stopServer(
  server: HttpServer,
  connections: Connections,
  bounds: typeof STOP_BOUNDS,
): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), bounds.stopWithin);
  const noMore = delay(bounds.lastRequestWithin, undefined, { ref: false });
  await Promise.race([connections.ended(), noMore]);
  await quietTurn(connections, bounds.quietWithin);
  const closed = new Promise((resolve) => server.close(resolve));
  connections.endIdle();
  await closed;
  clearTimeout(deadline);
}

/**
 * Resolves right after a turn of the event loop that brought no connection and no request. What arrives after it is
 * reset; only a balancer that checks /readyz avoids that.
 */
async function quietTurn(connections: Connections, within: number) {
  const deadline = performance.now() + within;
  // The rest of the current turn may not read from the network.
  await turn();
  for (let before = -1; before !== connections.arrivals && performance.now() < deadline; ) {
    before = connections.arrivals;
    await turn();
  }
}
