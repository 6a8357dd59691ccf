// The requests of one connection: one is in work; those that Node has parsed behind it wait, and nothing more is read meanwhile.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Deps {
  readonly serve: (response: ServerResponse) => void;
  /** Calls `start` in a turn of the event loop that no other connection has for its next request. */
  readonly schedule: (start: () => void) => void;
  /** Called when all requests are answered. */
  readonly onIdle: (socket: Socket) => void;
}

export class RequestQueue {
  readonly socket: Socket;
  /** In the order of their requests; the first is in work. */
  readonly responses: ServerResponse[] = [];
  readonly #deps: Deps;
  #isHeld = false;
  #onRelease: (() => void) | undefined;
  /** The request that was late when the connection was held, once its head is here. */
  #late: { request?: IncomingMessage } | undefined;

  constructor(socket: Socket, deps: Deps) {
    this.socket = socket;
    this.#deps = deps;
    // Node resumes a socket after each request that it has parsed.
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

  /** Refuses a request that is late. Node counts its time while the connection is held, too: it gets as long again after that. */
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
    // Its body is still to be read; no request can wait behind it.
    if (!response.req.complete) this.#release();
    this.#deps.serve(response);
  }

  #end(): void {
    this.responses.shift();
    const [next] = this.responses;
    if (next) {
      // An answer with `Connection: close` has ended the connection.
      this.#deps.schedule(() => this.socket.writable && this.#start(next));
    } else {
      this.#release();
      this.#deps.onIdle(this.socket);
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
