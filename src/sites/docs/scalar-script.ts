// The script of Scalar, in its Fastify plugin: the package of the script itself depends on 290 MB of others.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The thread frees the 25 MB of the plugin when it ends. Rejects with an error of the thread. */
export async function readScalarScript(): Promise<Buffer<ArrayBuffer>> {
  const thread = new Worker(new URL('./scalar-thread.ts', import.meta.url), { execArgv: [] });
  const [script]: Uint8Array<ArrayBuffer>[] = await once(thread, 'message');
  if (!script?.byteLength) throw new Error('The Fastify plugin of Scalar has no route of a script');
  return Buffer.from(script.buffer);
}
