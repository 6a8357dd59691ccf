// The messages between the primary process and its workers, and a worker's end of them: heartbeats and connections.
import type { Socket } from 'node:net';
import type { DemoOwner } from '../demo/demo-owner.ts';
import type { ConnectionSource } from '../http/port.ts';
import type { StopRequest } from './stop-requests.ts';

/**
 * `alive`: a heartbeat; `ready`: the worker can take connections; `taken` answers `connection`; `closing`: the worker takes no
 * more connections, which `closed` answers after the last one.
 */
export type FromWorker = 'alive' | 'ready' | 'taken' | 'closing' | { readonly demoOwner: DemoOwner };

/** `connection` comes with a socket. */
export type ToWorker = StopRequest | 'connection' | 'closed';

export const HEARTBEAT_MILLISECONDS = 1_000;

export function startHeartbeat(): void {
  sendToPrimary('alive');
  setInterval(() => sendToPrimary('alive'), HEARTBEAT_MILLISECONDS).unref();
}

/** An error is ignored: the channel ends with the primary process, and the worker with the channel. */
export const sendToPrimary = (message: FromWorker): void => void process.send?.(message, undefined, {}, () => {});

/** The connections of a worker: the primary process opens the port, and hands them over. */
export const handedConnections: ConnectionSource = {
  async open(server) {
    onMessage('connection', (socket) => {
      sendToPrimary('taken');
      // Absent if the client has closed the connection meanwhile.
      if (!socket) return;
      // net.Server sets the same for its own sockets: clients may end their side before the answer.
      socket.allowHalfOpen = true;
      socket.setNoDelay(true);
      server.emit('connection', socket);
    });
    // http.Server starts its checks of slow clients at this event, which listen() would emit.
    server.emit('listening');
    sendToPrimary('ready');
    return 0;
  },
  async close() {
    const closed = Promise.withResolvers<void>();
    onMessage('closed', () => closed.resolve());
    sendToPrimary('closing');
    await closed.promise;
  },
};

function onMessage(expected: ToWorker, listener: (socket: Socket | undefined) => void): void {
  process.on('message', (message, socket) => {
    if (message === expected) listener(socket as Socket | undefined);
  });
}
