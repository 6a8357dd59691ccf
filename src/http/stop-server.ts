// Stops a server without dropping a request: the listener first, idle connections last.
import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from './connections.ts';
import type { ConnectionSource } from './port.ts';

export interface StopBounds {
  /** How long to look for a turn of the event loop in which nothing arrives. */
  readonly quietWithin: number;
  /** How long connections without a request may still bring one. */
  readonly lastRequestWithin: number;
  /** How long the last request may take. */
  readonly stopWithin: number;
}

interface Stopped {
  readonly server: Server;
  readonly connections: Connections;
  readonly source: Pick<ConnectionSource, 'close'>;
}

/** Answers carry `Connection: close` already. All bounds are milliseconds. */
export async function stopServer({ server, connections, source }: Stopped, bounds: StopBounds): Promise<void> {
  await quietTurn(connections, bounds.quietWithin);
  const closed = source.close(server).then(() => connections.ended());
  const deadline = setTimeout(() => server.closeAllConnections(), bounds.stopWithin);
  await Promise.race([closed, delay(bounds.lastRequestWithin, undefined, { ref: false })]);
  await quietTurn(connections, bounds.quietWithin);
  connections.endIdle();
  await closed;
  clearTimeout(deadline);
}

/** A turn of the event loop that takes less brought nothing from the network or the database, nor was it interrupted. */
const EMPTY_TURN_MILLISECONDS = 0.3;

/**
 * Resolves right after an empty turn of the event loop. When a listener is closed, the kernel resets the connections
 * that it has taken and the process has not; when a connection is closed, one with unread bytes.
 */
async function quietTurn(connections: Connections, within: number): Promise<void> {
  const deadline = performance.now() + within;
  for (let now = performance.now(); now < deadline; ) {
    const before = { now, arrivals: connections.arrivals };
    await turn();
    now = performance.now();
    if (connections.arrivals === before.arrivals && now - before.now < EMPTY_TURN_MILLISECONDS) return;
  }
}
