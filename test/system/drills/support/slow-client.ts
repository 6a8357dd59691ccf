// Clients that do not read what they asked for, or hardly send what they announced; many of them in a thread of their own.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Service } from '../../../process/service.ts';
import { productPath } from './readers.ts';
import { send } from './send.ts';

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
const drippingBody =
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
export async function createBigProduct(service: Service): Promise<number> {
  const product = { title: 'Big', rent: 1, stock_type: 1, quantity: 1, description: 'x'.repeat(MEGABYTE) };
  return (await send(service, 'POST', '/product', { product })).id;
}

export interface SlowLoad {
  readonly port: number;
  readonly token: string;
  readonly bigProduct: number;
  readonly clients: number;
  /** The bytes of a body that each client sends at once; absent: each does not read its answer. */
  readonly bytesAtOnce?: number;
}

/** Connects the clients in a thread, whose time is no wait of the requests of others. Resolves to a function that ends them. */
export async function connectInThread(load: SlowLoad): Promise<() => Promise<unknown>> {
  const thread = new Worker(new URL(import.meta.url), { workerData: load });
  await once(thread, 'online');
  return () => thread.terminate();
}

function connectAll({ port, token, bigProduct, clients, bytesAtOnce }: SlowLoad): void {
  const client = bytesAtOnce === undefined ? deafClient : drippingBody(bytesAtOnce);
  for (let count = 0; count < clients; count++) client({ port, token }, bigProduct);
}

if (!isMainThread) connectAll(workerData);
