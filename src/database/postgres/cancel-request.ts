// Cancels the statement of a connection, by a request over another connection, as the protocol requires.
import { connect } from 'node:net';

/** The server sends the key at the opening of a connection. */
export interface CancelKey {
  readonly processID: number;
  readonly secretKey: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const CANCEL_REQUEST = 80877102;

/** PostgreSQL and PgBouncer accept the request without TLS, and close its connection. */
export function requestCancel({ host, port }: Address, key: CancelKey, within: number): void {
  const request = new Int32Array([16, CANCEL_REQUEST, key.processID, key.secretKey]);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {});
  setTimeout(() => socket.destroy(), within).unref();
  socket.resume().write(Buffer.from(request.buffer).swap32());
}
