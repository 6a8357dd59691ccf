// Delays requests while connections arrive: libuv accepts one in each turn of the event loop, and work makes turns long.
import type { Server } from 'node:http';

/** The longest delay of a request, in milliseconds. */
const LONGEST_DELAY = 100;

/** Requests that begin in one turn of the event loop after a delay. */
const REQUESTS_PER_TURN = 10;

export class ArrivingConnections {
  readonly #waiting: (() => void)[] = [];
  #arrived = 0;
  #isWatching = false;

  constructor(server: Server) {
    server.on('connection', () => {
      this.#arrived++;
      if (!this.#isWatching) this.#watch();
    });
  }

  /** Starts a request at once, or after the connections that arrive together with it. */
  thenStart(request: () => void): void {
    if (this.#isWatching) this.#waiting.push(request);
    else request();
  }

  /** Looks once in each turn, until one brings no connection. */
  #watch(): void {
    this.#isWatching = true;
    const since = performance.now();
    let known = this.#arrived;
    const look = () => {
      const areArriving = this.#arrived > known && performance.now() - since < LONGEST_DELAY;
      known = this.#arrived;
      if (areArriving) setImmediate(look);
      else this.#startWaiting();
    };
    setImmediate(() => setImmediate(look));
  }

  #startWaiting(): void {
    for (const request of this.#waiting.splice(0, REQUESTS_PER_TURN)) request();
    this.#isWatching = this.#waiting.length > 0;
    if (this.#isWatching) setImmediate(() => this.#startWaiting());
  }
}
