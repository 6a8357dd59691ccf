// The connections of a worker: the primary process opens the port, and hands them over.
import type { Socket } from 'node:net';
import type { ConnectionSource } from '../http/port.ts';
import { sendToPrimary, type ToWorker } from './worker-messages.ts';

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
