// Connections that send bytes as they are given, slowly, or many requests at once.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { MOST_BYTES } from '../../big-requests/requests.ts';

/** A service, a token of it, and products of that user. */
export interface Target {
  readonly port: number;
  readonly token: string;
  readonly product: number;
  /** With a description of 1 MB. */
  readonly bigProduct: number;
}

export const PIPELINED = 20_000;
const DRIP_MILLISECONDS = 500;

export const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

export const read = ({ token, product }: Target, id = product, ...headers: string[]) =>
  head(`GET ${productPath(id)}`, `Authorization: Bearer ${token}`, ...headers);

const productPath = (id: number) => `/api/token-secured/product/${id}`;

export const all = (count: number, one: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

export function open(port: number, bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** Resolves when the server has closed the connection. */
export const ended = (port: number, bytes: string) => once(open(port, bytes).resume(), 'close');

export const pipelined = (port: number, request: string) =>
  ended(port, request.repeat(PIPELINED) + head('GET /healthz', 'Connection: close'));

export function dripping(socket: Socket, drip: string): Socket {
  const timer = setInterval(() => socket.write(drip), DRIP_MILLISECONDS);
  return socket.resume().once('close', () => clearInterval(timer));
}

/** Sends a body without end, of which the service has so many bytes at once. */
export function drippingBody({ port, token, product }: Target, bytesAtOnce: number): Socket {
  const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json', `Content-Length: ${MOST_BYTES}`];
  return dripping(open(port, head(`PUT ${productPath(product)}`, ...headers) + ' '.repeat(bytesAtOnce)), '   ');
}
