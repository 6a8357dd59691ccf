// Clients that do not read what they asked for, or hardly send what they announced.
import { connect, type Socket } from 'node:net';
import type { Service } from '../../../process/service.ts';
import { productPath } from './readers.ts';

const MEGABYTE = 1_000_000;
const DRIP_MILLISECONDS = 500;

/** The address of a service, and the token of its demo owner. */
type Served = Pick<Service, 'port' | 'token'>;

export type SlowClient = (service: Served, bigProduct: number) => Socket;

function open({ port }: Served, head: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(head);
  return socket;
}

function dripping(socket: Socket, drip: string): Socket {
  const timer = setInterval(() => socket.write(drip), DRIP_MILLISECONDS);
  return socket.resume().once('close', () => clearInterval(timer));
}

/** Does not read an answer of 1 MB. */
export const deafClient: SlowClient = (service, id) =>
  open(service, `GET ${productPath(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.token}\r\n\r\n`).pause();

/** Sends a header without end. */
export const drippingHead: SlowClient = (service) =>
  dripping(open(service, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '), 'x');

/** Sends a body without end, of which the service has so many bytes at once. */
export const drippingBody =
  (bytesAtOnce: number): SlowClient =>
  (service, id) => {
    const head = [
      `PUT ${productPath(id)} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${service.token}`,
      'Content-Type: application/json',
      `Content-Length: ${MEGABYTE}`,
    ];
    return dripping(open(service, `${head.join('\r\n')}\r\n\r\n${' '.repeat(bytesAtOnce)}`), ' '.repeat(3));
  };

/** The id of a product with 1 MB of description. */
export async function createBigProduct({ origin, token }: Service): Promise<number> {
  const product = { title: 'Big', rent: 1, stock_type: 1, quantity: 1, description: 'x'.repeat(MEGABYTE) };
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ product });
  const answer = await fetch(`${origin}/api/token-secured/product`, { method: 'POST', headers, body });
  return ((await answer.json()) as { id: number }).id;
}
