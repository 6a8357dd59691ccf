// The connections of a server with the requests of each, begun one after the other, and how often something arrived.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { inTurns } from '../operation/turns.ts';
import { RequestQueue } from './request-queue.ts';

export class Connections {
  /** Connections and requests so far. */
  arrivals = 0;
  readonly queues = new Map<Socket, RequestQueue>();
  readonly #nextTurn = inTurns();
  readonly #mostWaiting: number;
  /** Requests in all queues that are not in work. */
  #waiting = 0;
  #endsLast = false;
  #endsIdle = false;

  /** Beyond `mostWaiting` requests that wait behind others the connection with most of them is closed. */
  constructor(server: Server, serve: (response: ServerResponse) => void, mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
    const deps = {
      serve: (response: ServerResponse) => {
        if (this.#endsLast && this.#isLast(response)) response.setHeader('Connection', 'close');
        serve(response);
      },
      schedule: (start: () => void) => {
        this.#waiting--;
        void this.#nextTurn().then(start);
      },
      onIdle: (socket: Socket) => {
        if (this.#endsIdle) this.#endIfIdle(socket);
      },
    };
    server.on('connection', (socket: Socket) => {
      this.arrivals++;
      const queue = new RequestQueue(socket, deps);
      this.queues.set(socket, queue);
      socket.once('close', () => this.#forget(queue));
    });
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (_, response: ServerResponse) => this.#add(response));
  }

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    for (const socket of this.queues.keys()) await new Promise((resolve) => socket.once('close', resolve));
  }

  /** The first is in work. */
  responsesOn = (socket: Socket): readonly ServerResponse[] => [...(this.queues.get(socket)?.responses ?? [])];

  /** The answers to the last request of each connection that has one, and to all later requests, are the last ones. */
  endLast(): void {
    this.#endsLast = true;
    for (const { responses } of this.queues.values()) {
      const last = responses.at(-1);
      if (last?.headersSent === false) last.setHeader('Connection', 'close');
    }
  }

  /** Ends the connections without a request, and from now on each one whose last request is answered. */
  endIdle(): void {
    this.#endsIdle = true;
    for (const socket of this.queues.keys()) this.#endIfIdle(socket);
  }

  #add(response: ServerResponse): void {
    this.arrivals++;
    const queue = this.queues.get(response.req.socket);
    // Node parses the rest of what it has read although the connection is closed.
    if (!queue) return;
    queue.add(response);
    if (queue.waiting > 0 && ++this.#waiting > this.#mostWaiting) this.#closeLongest();
  }

  #closeLongest(): void {
    const [longest] = [...this.queues.values()].sort((a, b) => b.waiting - a.waiting);
    if (!longest) return;
    this.#forget(longest);
    longest.socket.destroy();
  }

  #forget(queue: RequestQueue): void {
    this.#waiting -= queue.waiting;
    queue.responses.length = 0;
    this.queues.delete(queue.socket);
  }

  #isLast({ req: { socket } }: ServerResponse): boolean {
    return this.queues.get(socket)?.waiting === 0;
  }

  #endIfIdle(socket: Socket): void {
    if (this.queues.get(socket)?.responses.length === 0) socket.destroySoon();
  }
}
