// A server's port: opened, and closed without dropping a request.
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
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
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** In milliseconds. */
export const STOP_BOUNDS = {
  /** How long the port stays open, for connections that the kernel has queued. */
  acceptWithin: 100,
  /** How long idle connections may send a last request. */
  lastRequestWithin: 1_000,
  /** The longest time for the last request, more than its deadline. */
  stopWithin: 4_600,
};

/**
 * Call it once responses carry `Connection: close`. The kernel resets connections that the process hasn't accepted when
 * the port is closed; only a balancer that checks /readyz avoids that for certain.
 */
export async function stopServer(
  server: HttpServer,
  connections: Connections,
  bounds: typeof STOP_BOUNDS,
): Promise<void> {
  await delay(bounds.acceptWithin);
  // http.Server's method would end idle connections at once, and with them requests already on their way.
  Server.prototype.close.call(server);
  const closed = connections.ended();
  const deadline = setTimeout(() => server.closeAllConnections(), bounds.stopWithin);
  await Promise.race([closed, delay(bounds.lastRequestWithin, undefined, { ref: false })]);
  connections.endIdle();
  await closed;
  clearTimeout(deadline);
}
