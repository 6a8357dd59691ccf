// Stops a server without dropping a request: the listener first, idle connections last.
import type { Server } from 'node:http';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from '../fairness/connections.ts';
import type { ConnectionSource } from './port.ts';

/** In milliseconds. */
export const STOP_BOUNDS = {
  /** The search for a turn of the event loop in which nothing arrives. */
  quietWithin: 1_000,
  /** The wait for a last request on connections without one. */
  lastRequestWithin: 1_000,
  /** The longest time for the last request. */
  stopWithin: 10_000,
};

interface Stopped {
  readonly server: Server;
  readonly connections: Connections;
  readonly source: Pick<ConnectionSource, 'close'>;
}

/** To be called once answers carry `Connection: close`. */
export async function stopServer({ server, connections, source }: Stopped, bounds: typeof STOP_BOUNDS): Promise<void> {
  await quietTurn(connections, bounds.quietWithin);
  const closed = source.close(server).then(() => connections.ended());
  const deadline = setTimeout(() => server.closeAllConnections(), bounds.stopWithin);
  await Promise.race([closed, delay(bounds.lastRequestWithin, undefined, { ref: false })]);
  await quietTurn(connections, bounds.quietWithin);
  connections.endIdle();
  await closed;
  clearTimeout(deadline);
}

/** A shorter turn of the event loop brought nothing from the network or the database. */
const EMPTY_TURN_MILLISECONDS = 0.3;

/**
 * Resolves right after an empty turn of the event loop. When a listener is closed, the kernel resets the connections that
 * the process has not accepted; when a connection with unread bytes is closed, the kernel resets it.
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
