// Crowds of clients in a thread, with many requests at once or slowly, so that creating and sending them doesn't
// delay other requests.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { BIG_REQUESTS, bigRequest, MOST_BYTES } from '../../big-requests/requests.ts';
import { exchange, type Sent } from './send.ts';

/** A service, a token for it, and products of that user. */
interface Target {
  readonly port: number;
  readonly token: string;
  readonly product: number;
  /** With a description of 1 MB. */
  readonly bigProduct: number;
}

const PIPELINED = 20_000;
const LONG_READS = 500;
const DRIP_MILLISECONDS = 500;

type Crowd = (target: Target) => Promise<unknown>;

const AT_ONCE = 64;
const PIPELINING_MILLISECONDS = 5_000;
const SLOW_MILLISECONDS = 15_000;

/** Requests that each cost little. */
export const SMALL: Readonly<Record<string, Crowd>> = {
  [`${PIPELINED} pipelined requests for /healthz`]: ({ port }) =>
    pipelined(port, head('GET /healthz')),
  [`${PIPELINED} pipelined reads of one user`]: (target) =>
    pipelined(target.port, read(target)),
  'four connections a second with a wait and 30 pipelined reads of 1 MB': heldConnections,
  '100 rehearsed waits of one user': (target) =>
    all(100, () =>
      ended(
        target.port,
        read(target, target.product, 'Prefer: wait=15', 'Connection: close'),
      ),
    ),
  '300 sign-ins at once from six addresses': signIns,
};

/** Bytes in which a wide object has almost as many fields as a body may have. */
const MOST_FIELDS_BYTES = 170_000;

/** The costliest of each kind of request. */
export const COSTLIEST: readonly (readonly [what: string, bytes: number])[] = [
  ['a wide object as a product', MOST_BYTES],
  ['a wide object as a product', MOST_FIELDS_BYTES],
  ['a wide object as an update', MOST_BYTES],
  ['an object with numbers for names as an update', MOST_FIELDS_BYTES],
  ['a wide object as attributes', MOST_FIELDS_BYTES],
  ['a list of objects as the field equipments', MOST_BYTES],
  ['a wide object as the variables', MOST_BYTES],
  ['a wide object as an input', MOST_FIELDS_BYTES],
  ['an object with numbers for names as an input', MOST_FIELDS_BYTES],
  ['a list of images as images of many mutations', MOST_FIELDS_BYTES],
  ['a text as the field description', MOST_BYTES],
  ['a text as a text of many mutations', MOST_BYTES],
  ['a document with fields that conflict', MOST_BYTES],
  ['a document with one deep field many times', MOST_BYTES],
];

export const COSTLY: Readonly<Record<string, Crowd>> = {
  [`${AT_ONCE} clients that read 1 MB again and again`]: longReads,
  ...Object.fromEntries(
    COSTLIEST.map(([what, bytes]) => {
      const same = () => Array<Sent>(AT_ONCE).fill(bigRequest(what).of(bytes));
      return [
        `${AT_ONCE} at once of ${what}, ${bytes} bytes`,
        (target: Target) => sendAll(target, same()),
      ];
    }),
  ),
  [`${AT_ONCE} at once of all big requests`]: (target) =>
    sendAll(
      target,
      BIG_REQUESTS.values().map(({ of }) => of(MOST_BYTES)),
    ),
};

/** Clients that hardly send what they announced, or don't read what they requested. */
export const SLOW: Readonly<Record<string, Crowd>> = {
  '1,000 bodies that trickle in': (target) => slow(1_000, () => drippingBody(target, 10)),
  '500 bodies that stop short of their end': (target) =>
    slow(500, () => drippingBody(target, MOST_BYTES - 1_000)),
  '500 heads that trickle in': ({ port }) =>
    slow(500, () =>
      dripping(open(port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '), 'x'),
    ),
  '500 answers of 1 MB that are not read': (target) =>
    slow(500, () => open(target.port, read(target, target.bigProduct)).pause()),
};

/** Resolves when all are answered or cut off, or the slow ones have stayed long enough. */
export async function crowdInThread(name: string, target: Target): Promise<void> {
  const thread = new Worker(new URL(import.meta.url), { workerData: { name, target } });
  await once(thread, 'exit');
}

async function heldConnections(target: Target): Promise<void> {
  const wait = read(target, 0, 'Prefer: wait=30');
  for (let count = 0; count < 150; count++) {
    open(target.port, wait + read(target, target.bigProduct).repeat(30)).pause();
    await delay(250);
  }
}

async function longReads(target: Target): Promise<void> {
  const read: Sent = { method: 'GET', path: productPath(target.bigProduct) };
  await sendAll(target, Array<Sent>(LONG_READS).fill(read));
}

async function signIns({ port }: Target): Promise<void> {
  await all(300, async (index) => {
    const url = `http://127.0.0.1:${port}/dashboard/sign-in/link?key=${index}`;
    const headers = { 'X-Forwarded-For': `192.0.2.${index % 6}` };
    const { status } = await fetch(url, { headers });
    if (status !== 403 && status !== 429) throw new Error(`a sign-in was answered ${status}`);
  });
}

/** The clients share the requests. @throws if one returned 500. */
async function sendAll({ port, token }: Target, requests: Iterable<Sent>): Promise<void> {
  const node = { origin: `http://127.0.0.1:${port}`, token };
  const shared = Iterator.from(requests);
  await all(AT_ONCE, async () => {
    for (const request of shared) {
      const { status } = await exchange(node, request);
      if (status === 500)
        throw new Error(`${request.method} ${request.path} was answered 500`);
    }
  });
}

async function slow(count: number, client: () => Socket): Promise<void> {
  for (let index = 0; index < count; index++) client();
  await delay(SLOW_MILLISECONDS);
}

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

const read = ({ token, product }: Target, id = product, ...headers: string[]) =>
  head(`GET ${productPath(id)}`, `Authorization: Bearer ${token}`, ...headers);

const productPath = (id: number) => `/api/token-secured/product/${id}`;

const all = (count: number, one: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

function open(port: number, bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** Resolves when the server has closed or reset the connection. */
const ended = (port: number, bytes: string) =>
  new Promise((resolve) => open(port, bytes).resume().once('close', resolve));

/** The service closes such a connection, so one comes after another. */
async function pipelined(port: number, request: string): Promise<void> {
  const until = performance.now() + PIPELINING_MILLISECONDS;
  while (performance.now() < until)
    await ended(port, request.repeat(PIPELINED) + head('GET /healthz', 'Connection: close'));
}

function dripping(socket: Socket, drip: string): Socket {
  const timer = setInterval(() => socket.write(drip), DRIP_MILLISECONDS);
  return socket.resume().once('close', () => clearInterval(timer));
}

/** Sends an endless body, of which the service gets this many bytes at once. */
function drippingBody({ port, token, product }: Target, bytesAtOnce: number): Socket {
  const headers = [
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${MOST_BYTES}`,
  ];
  return dripping(
    open(port, head(`PUT ${productPath(product)}`, ...headers) + ' '.repeat(bytesAtOnce)),
    '   ',
  );
}

if (!isMainThread) {
  const { name, target } = workerData as { name: string; target: Target };
  await { ...SMALL, ...COSTLY, ...SLOW }[name]?.(target);
  process.exit();
}
