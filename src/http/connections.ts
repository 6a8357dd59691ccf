// The connections of a server, the responses under way on each, and how often something arrived.
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class Connections {
  readonly underWay = new Set<ServerResponse>();
  /** Connections and requests so far. */
  arrivals = 0;
  readonly sockets = new Set<Socket>();
  #endsIdle = false;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.arrivals++;
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  begin(res: ServerResponse): void {
    this.arrivals++;
    this.underWay.add(res);
    res.once('close', () => {
      this.underWay.delete(res);
      if (this.#endsIdle) this.#endIfIdle(res.req.socket);
    });
  }

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    for (const socket of this.sockets) await new Promise((resolve) => socket.once('close', resolve));
  }

  responsesOn(socket: Socket): ServerResponse[] {
    return [...this.underWay].filter(({ req }) => req.socket === socket);
  }

  /** Ends the connections without a request, and from now on each one whose last request is answered. */
  endIdle(): void {
    this.#endsIdle = true;
    for (const socket of this.sockets) this.#endIfIdle(socket);
  }

  #endIfIdle(socket: Socket): void {
    if (this.responsesOn(socket).length === 0) socket.destroySoon();
  }
}
