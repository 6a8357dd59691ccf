// The port of a node with workers, at both ends of their channels: the primary process accepts connections and hands each one to a worker.
import type { Worker } from 'node:cluster';
import { createServer, type Socket } from 'node:net';
import type { DemoOwner } from '../demo/demo-owner.ts';
import { type ConnectionSource, openPort, type Port } from '../http/port.ts';
import type { StopRequest } from './stop-requests.ts';

/**
 * `alive`: a heartbeat; `ready`: the worker can take connections; `taken` answers `connection`; `closing`: the worker takes no
 * more connections, which `closed` answers after the last one.
 */
export type FromWorker = 'alive' | 'ready' | 'taken' | 'closing' | { readonly demoOwner: DemoOwner };

/** `connection` comes with a socket. */
export type ToWorker = StopRequest | 'connection' | 'closed';

/** Connections that wait for a worker; further ones are closed. */
const MAX_WAITING = 1_000;

/**
 * The port stays open while all workers are replaced: node:cluster would close it with the last one. A connection belongs to
 * the primary process until a worker has taken it; if that worker ends before, another one gets it.
 */
export class SharedPort {
  readonly #server = createServer({ pauseOnConnect: true }, (socket) => {
    this.#waiting.push(socket);
    this.#handOver();
  });
  readonly #waiting: Socket[] = [];
  readonly #workers = new Set<Worker>();
  /** The next connection goes to the first. */
  readonly #free = new Set<Worker>();
  readonly #handed = new Map<Worker, Socket>();

  /** @throws {ListenError} */
  open(at: Port): Promise<number> {
    this.#server.maxConnections = MAX_WAITING;
    return openPort(this.#server, at);
  }

  add(worker: Worker): void {
    this.#workers.add(worker);
    this.taken(worker);
  }

  /** The worker has the connection that was handed to it last, if there was one. */
  taken(worker: Worker): void {
    this.#handed.get(worker)?.destroy();
    this.#handed.delete(worker);
    if (this.#workers.has(worker)) this.#free.add(worker);
    this.#handOver();
  }

  /** Hands no connection to the worker from now on. Closes the port with the last worker of a node that stops. */
  retire(worker: Worker, isStopping: boolean): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
    if (!isStopping || this.#workers.size > 0) return;
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }

  remove(worker: Worker, isStopping: boolean): void {
    const socket = this.#handed.get(worker);
    this.#handed.delete(worker);
    if (socket) this.#waiting.unshift(socket);
    this.retire(worker, isStopping);
    this.#handOver();
  }

  #handOver(): void {
    for (const worker of this.#free) {
      const socket = this.#waiting.shift();
      if (!socket) return;
      this.#free.delete(worker);
      this.#handed.set(worker, socket);
      // An error is ignored: the channel closes, and the worker ends with it.
      worker.send('connection' satisfies ToWorker, socket, { keepOpen: true }, () => {});
    }
  }
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
      // net.Server sets the same for its own sockets: clients may end their side before the response.
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
