// A thread that sends big requests, many at once: the time in which it makes them is no wait of the requests of others.
import { Agent } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { BIG_REQUESTS, bigRequest, MOST_BYTES } from '../../fuzz/big-requests.ts';
import { type FuzzRequest, withToken } from '../../fuzz/requests.ts';
import { send } from '../../fuzz/send.ts';

export interface BigKind {
  readonly what: string;
  readonly bytes: number;
}

export interface BigLoad {
  readonly port: number;
  readonly token: string;
  /** The big request that every client sends; absent: the clients send each big request once. */
  readonly kind?: BigKind;
  readonly clients: number;
}

/** Resolves when all are answered or broken off. @throws one was answered 500. */
export const sendInThread = (load: BigLoad) =>
  new Promise<void>((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: load });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });

async function sendAll({ port, token, kind, clients }: BigLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const requests = requestsOf(kind, clients);
  const client = async () => {
    for (const request of requests) {
      const { status } = await send(port, agent, withToken(request, token)).catch(() => ({ status: 0 }));
      if (status === 500) throw new Error(`${kind?.what ?? 'a big request'} was answered 500`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
}

/** The clients share the iterator. */
function* requestsOf(kind: BigKind | undefined, clients: number): Generator<FuzzRequest> {
  if (!kind) for (const { of } of BIG_REQUESTS) yield of(MOST_BYTES);
  const same = kind && bigRequest(kind.what).of(kind.bytes);
  for (let count = 0; same && count < clients; count++) yield same;
}

if (!isMainThread) await sendAll(workerData);
