// A thread that sends big requests, many at once: the time in which it makes them is no wait of the requests of others.
import { Agent } from 'node:http';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { BIG_REQUESTS, MOST_BYTES } from '../../fuzz/big-requests.ts';
import { type FuzzRequest, withToken } from '../../fuzz/requests.ts';
import { send } from '../../fuzz/send.ts';

export interface BigLoad {
  readonly port: number;
  readonly token: string;
  /** The big request that every client sends; absent: the clients send each big request once. */
  readonly what?: string;
  readonly clients: number;
}

/** Resolves when all are answered or broken off. @throws one was answered 500. */
export const sendInThread = (load: BigLoad) =>
  new Promise<void>((resolve, reject) => {
    const thread = new Worker(new URL(import.meta.url), { workerData: load });
    thread.once('error', reject);
    thread.once('exit', () => resolve());
  });

async function sendAll({ port, token, what, clients }: BigLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const requests = requestsOf(what, clients);
  const client = async () => {
    for (const request of requests) {
      const { status } = await send(port, agent, withToken(request, token)).catch(() => ({ status: 0 }));
      if (status === 500) throw new Error(`${what ?? 'a big request'} was answered 500`);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
}

/** The clients share the iterator. */
function* requestsOf(what: string | undefined, clients: number): Generator<FuzzRequest> {
  if (what === undefined) for (const { of } of BIG_REQUESTS) yield of(MOST_BYTES);
  const same = BIG_REQUESTS.find((request) => request.what === what)?.of(MOST_BYTES);
  for (let count = 0; same && count < clients; count++) yield same;
}

if (!isMainThread) await sendAll(workerData);
