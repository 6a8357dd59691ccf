// A thread with crowds of requests that cost little each: the time in which it sends them is no wait of the requests of others.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { productPath } from './readers.ts';

export interface CrowdTarget {
  readonly port: number;
  readonly token: string;
  readonly product: number;
  readonly bigProduct: number;
}

type Crowd = (target: CrowdTarget) => Promise<unknown>;

const PIPELINED = 20_000;
const AT_ONCE = 64;
const SEARCHES_MILLISECONDS = 10_000;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const CROWDS = {
  [`${PIPELINED} pipelined requests for /healthz`]: ({ port }) => pipelined(port, get('/healthz')),
  [`${PIPELINED} pipelined reads of one user`]: ({ port, token, product }) =>
    pipelined(port, get(productPath(product), `Authorization: Bearer ${token}`)),
  'four connections a second with a wait and 30 pipelined reads of 1 MB': heldConnections,
  '100 rehearsed waits of one user': ({ port, token, product }) => {
    const headers = [`Authorization: Bearer ${token}`, 'Prefer: wait=15'];
    return all(100, () => ended(port, get(productPath(product), ...headers, 'Connection: close')));
  },
  [`${AT_ONCE} searches at once, of twelve letters each`]: ({ port }) => searches(port, LETTERS.slice(0, 12)),
  [`${AT_ONCE} searches at once, of five misspelt words each`]: ({ port }) =>
    searches(port, ['prodct', 'renatl', 'bundel', 'tokne', 'versoin']),
  '300 sign-ins at once from six addresses': signIns,
} satisfies Record<string, Crowd>;

export type CrowdName = keyof typeof CROWDS;

export const CROWD_NAMES = Object.keys(CROWDS) as readonly CrowdName[];

/** Resolves when all are answered or broken off. */
export const crowdInThread = (name: CrowdName, target: CrowdTarget) =>
  new Promise<void>((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: { name, target } });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

const all = (count: number, one: (index: number) => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));

function open(port: number, bytes: string): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

/** Resolves when the server has closed the connection. */
const ended = (port: number, bytes: string) => once(open(port, bytes).resume(), 'close');

const pipelined = (port: number, request: string) =>
  ended(port, request.repeat(PIPELINED) + get('/healthz', 'Connection: close'));

async function heldConnections({ port, token, bigProduct }: CrowdTarget): Promise<void> {
  const auth = `Authorization: Bearer ${token}`;
  const path = productPath(bigProduct);
  const sockets: Socket[] = [];
  for (let count = 0; count < 150; count++) {
    sockets.push(
      open(port, get('/api/token-secured/product/0', auth, 'Prefer: wait=30') + get(path, auth).repeat(30)).pause(),
    );
    await delay(250);
  }
  for (const socket of sockets) socket.destroy();
}

/** No query is sent twice. */
async function searches(port: number, words: readonly string[]): Promise<void> {
  const end = performance.now() + SEARCHES_MILLISECONDS;
  await all(AT_ONCE, async (client) => {
    for (let count = 0; performance.now() < end; count++) {
      const q = [...words.slice(count % words.length), ...words.slice(0, count % words.length)].join(' ');
      const path = `/docs/search?${new URLSearchParams({ q: `${q} ${client}x${count}` })}`;
      await ended(port, get(path, 'Connection: close'));
    }
  });
}

async function signIns({ port }: CrowdTarget): Promise<void> {
  const url = `http://127.0.0.1:${port}/dashboard/sign-in`;
  const page = await fetch(url);
  const [cookie = ''] = page.headers.getSetCookie();
  const [, formToken = ''] = /name="form_token" value="([^"]*)"/.exec(await page.text()) ?? [];
  await all(300, async (index) => {
    const fields = { form_token: formToken, email: `${index}@example.com`, password: 'not that of anybody' };
    const headers = { Cookie: cookie.split(';')[0] ?? '', 'X-Forwarded-For': `192.0.2.${index % 6}` };
    const { status } = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) });
    if (status !== 401 && status !== 503) throw new Error(`a sign-in was answered ${status}`);
  });
}

if (!isMainThread) {
  const { name, target } = workerData as { name: CrowdName; target: CrowdTarget };
  await CROWDS[name](target);
}
