// Asks a server to cancel the statement of a connection, over a connection of its own, as the protocol has it.
import { connect } from 'node:net';

/** What the server tells at the opening of a connection. */
export interface CancelKey {
  readonly processID: number;
  readonly secretKey: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const CANCEL_REQUEST = 80877102;

/** PostgreSQL and PgBouncer take it without TLS, and close the connection then. */
export function requestCancel({ host, port }: Address, key: CancelKey, within: number): void {
  const request = new Int32Array([16, CANCEL_REQUEST, key.processID, key.secretKey]);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {});
  setTimeout(() => socket.destroy(), within).unref();
  socket.resume().write(Buffer.from(request.buffer).swap32());
}
