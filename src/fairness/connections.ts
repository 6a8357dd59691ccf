// The connections of a server: each serves one request at a time. If a client sends the next one earlier (pipelining),
// the connection closes after the response, and clients repeat unanswered requests on another one (RFC 9112, 9.3.2).
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Early requests after which a connection is closed without waiting for its response. */
const MOST_EARLY = 100;

interface Connection {
  /** Undefined while the connection is idle. */
  response?: ServerResponse | undefined;
  early: number;
}

export class Connections {
  /** Connections and requests so far. */
  arrivals = 0;
  readonly open = new Map<Socket, Connection>();
  readonly #serve: (response: ServerResponse) => void;
  /** Whether connections close after their last request, and whether idle connections close. */
  #endsLast = false;
  #endsIdle = false;

  constructor(server: Server, serve: (response: ServerResponse) => void) {
    this.#serve = serve;
    server.on('connection', (socket: Socket) => {
      this.arrivals++;
      this.open.set(socket, { early: 0 });
      socket.once('close', () => this.open.delete(socket));
    });
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (_, response: ServerResponse) => this.#add(response));
  }

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    for (const socket of this.open.keys())
      await new Promise((resolve) => socket.once('close', resolve));
  }

  /** Makes the request in progress on each connection, and all later requests, end their connection. */
  endLast(): void {
    this.#endsLast = true;
    for (const { response } of this.open.values()) if (response) announceEnd(response);
  }

  /** Closes idle connections now, and others after their response. */
  endIdle(): void {
    this.#endsIdle = true;
    for (const [socket, { response }] of this.open) if (!response) socket.destroySoon();
  }

  /** Closes the connection after the response in progress. */
  endAfterResponse(socket: Socket, response: ServerResponse): void {
    announceEnd(response);
    response.once('close', () => socket.destroySoon());
  }

  #add(response: ServerResponse): void {
    this.arrivals++;
    const { socket } = response.req;
    const connection = this.open.get(socket);
    // Node parses the rest of what it has read even though the connection is closed.
    if (!connection) return;
    if (connection.response) {
      if (connection.early === 0) this.endAfterResponse(socket, connection.response);
      if (++connection.early > MOST_EARLY) socket.destroy();
      return;
    }
    connection.response = response;
    response.once('close', () => {
      connection.response = undefined;
      if (this.#endsIdle) socket.destroySoon();
    });
    if (this.#endsLast) announceEnd(response);
    this.#serve(response);
  }
}

function announceEnd(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
