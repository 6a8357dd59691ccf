// The connections of a server: each serves one request at a time. If a client sends the next one earlier (pipelining),
// the connection closes after the response, and clients repeat unanswered requests on another one (RFC 9112, 9.3.2).
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When a client that half-closed its connection and still waits for its response gets interim ones. */
const INTERIM_MILLISECONDS = [100, 200];

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

  /** `mostBytes`: the longest body that a client is asked to continue with. */
  constructor(server: Server, serve: (response: ServerResponse) => void, mostBytes: number) {
    this.#serve = serve;
    // Without this property of Node's server, a client that half-closes its connection gets no response.
    Object.assign(server, { httpAllowHalfOpen: true });
    server.on('connection', (socket: Socket) => {
      this.arrivals++;
      this.open.set(socket, { early: 0 });
      socket.once('close', () => this.open.delete(socket));
      socket.once('end', () => this.#findGone(socket));
    });
    for (const event of ['request', 'checkExpectation'])
      server.on(event, (_, response: ServerResponse) => this.#add(response));
    server.on('checkContinue', ({ headers }, response: ServerResponse) => {
      const isTooLarge = Number(headers['content-length']) > mostBytes;
      // A client that isn't asked may send the body all the same: Node closes the connection after the response.
      if (!isTooLarge) response.writeContinue();
      this.#add(response);
    });
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

  /**
   * A client at the end of what it sends waits for its response, or is gone. The network reports a client that is gone
   * only after something was sent to it, so it gets two interim responses, of which the second fails.
   */
  #findGone(socket: Socket): void {
    const response = this.open.get(socket)?.response;
    if (response?.req.httpVersion !== '1.1') return;
    const send = () => {
      if (!response.headersSent) response.writeProcessing();
    };
    for (const milliseconds of INTERIM_MILLISECONDS) setTimeout(send, milliseconds).unref();
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
