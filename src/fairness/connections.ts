// The connections of a server: each processes one request at a time, pipelined requests wait, and nothing more is read
// meanwhile.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inTurns } from './turns.ts';

export class Connections {
  /** Connections and requests so far. */
  arrivals = 0;
  readonly queues = new Map<Socket, RequestQueue>();
  /** Resolves in a turn of the event loop that no other connection uses for its next request. */
  readonly nextTurn = inTurns();
  readonly serve: (response: ServerResponse) => void;
  /** Whether connections close after their last request, and whether idle connections close. */
  endsLast = false;
  endsIdle = false;
  /** Queued requests on all connections. */
  waiting = 0;
  readonly #mostWaiting: number;

  /** Beyond `mostWaiting` queued requests, the connection with the longest queue is closed. */
  constructor(server: Server, serve: (response: ServerResponse) => void, mostWaiting: number) {
    this.serve = serve;
    this.#mostWaiting = mostWaiting;
    server.on('connection', (socket: Socket) => {
      this.arrivals++;
      const queue = new RequestQueue(socket, this);
      this.queues.set(socket, queue);
      socket.once('close', () => this.#forget(queue));
    });
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (_, response: ServerResponse) => this.#add(response));
  }

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    for (const socket of this.queues.keys())
      await new Promise((resolve) => socket.once('close', resolve));
  }

  /** The first one is in progress. */
  responsesOn = (socket: Socket): readonly ServerResponse[] => [
    ...(this.queues.get(socket)?.responses ?? []),
  ];

  /** Makes the last request of each connection, and all later requests, end their connection. */
  endLast(): void {
    this.endsLast = true;
    for (const { responses } of this.queues.values()) {
      const last = responses.at(-1);
      if (last?.headersSent === false) last.setHeader('Connection', 'close');
    }
  }

  /** Closes idle connections now, and others after their last response. */
  endIdle(): void {
    this.endsIdle = true;
    for (const { socket, responses } of this.queues.values())
      if (responses.length === 0) socket.destroySoon();
  }

  #add(response: ServerResponse): void {
    this.arrivals++;
    const queue = this.queues.get(response.req.socket);
    // Node parses the rest of what it has read even though the connection is closed.
    if (!queue) return;
    queue.add(response);
    if (queue.waiting === 0 || ++this.waiting <= this.#mostWaiting) return;
    const [longest] = [...this.queues.values()].sort((a, b) => b.waiting - a.waiting);
    if (!longest) return;
    this.#forget(longest);
    longest.socket.destroy();
  }

  #forget(queue: RequestQueue): void {
    this.waiting -= queue.waiting;
    queue.responses.length = 0;
    this.queues.delete(queue.socket);
  }
}

class RequestQueue {
  readonly socket: Socket;
  /** In the order of their requests; the first is in progress. */
  readonly responses: ServerResponse[] = [];
  readonly #all: Connections;
  #isHeld = false;
  #onRelease: (() => void) | undefined;
  /** The request that was late when reading was paused, once its head has arrived. */
  #late: { request?: IncomingMessage } | undefined;

  constructor(socket: Socket, all: Connections) {
    this.socket = socket;
    this.#all = all;
    // Node resumes a socket after each request it has parsed.
    socket.on('resume', () => {
      if (this.#isHeld) socket.pause();
    });
  }

  get waiting(): number {
    return Math.max(0, this.responses.length - 1);
  }

  add(response: ServerResponse): void {
    if (this.#late) this.#late.request ??= response.req;
    this.responses.push(response);
    if (this.responses.length === 1) this.#start(response);
    else if (!this.#isHeld) {
      this.#isHeld = true;
      this.socket.pause();
    }
  }

  /**
   * Rejects a late request. Node's time limit also runs while reading is paused, so the request gets the same time
   * again.
   */
  refuseLate(milliseconds: number, refuse: () => void): void {
    const later = () => {
      const late: { request?: IncomingMessage } = {};
      this.#late = late;
      setTimeout(() => {
        this.#late = undefined;
        if (!late.request?.complete) refuse();
      }, milliseconds).unref();
    };
    if (this.#isHeld) this.#onRelease = later;
    else refuse();
  }

  #start(response: ServerResponse): void {
    response.once('close', () => this.#end());
    // Its body still has to be read; no request can queue behind it.
    if (!response.req.complete) this.#release();
    if (this.#all.endsLast && this.waiting === 0) response.setHeader('Connection', 'close');
    this.#all.serve(response);
  }

  #end(): void {
    this.responses.shift();
    const [next] = this.responses;
    if (next) {
      this.#all.waiting--;
      // A response with `Connection: close` ended the connection.
      void this.#all.nextTurn().then(() => this.socket.writable && this.#start(next));
    } else {
      this.#release();
      if (this.#all.endsIdle) this.socket.destroySoon();
    }
  }

  #release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.socket.resume();
    this.#onRelease?.();
    this.#onRelease = undefined;
  }
}
