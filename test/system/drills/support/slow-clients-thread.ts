// A thread with many slow clients: the time in which it sends what they send is no wait of the requests of others.
import { once } from 'node:events';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { deafClient, drippingBody } from './slow-client.ts';

export interface SlowLoad {
  readonly port: number;
  readonly token: string;
  readonly bigProduct: number;
  readonly clients: number;
  /** The bytes of a body that each client sends at once; absent: each does not read its answer. */
  readonly bytesAtOnce?: number;
}

/** Connects the clients. Resolves to a function that ends them. */
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
