// The thread that takes Scalar's script from the route which its plugin adds to a Fastify server.
import { parentPort } from 'node:worker_threads';
import addApiReference from '@scalar/fastify-api-reference';

interface Reply {
  header(): Reply;
  send(body: string): void;
}

interface Route {
  readonly url: string;
  handler(request: object, reply: Reply): void;
}

let script = '';
const reply: Reply = {
  header: () => reply,
  send: (body) => {
    script = body;
  },
};

/** The part of a Fastify server that the plugin uses when it has the URL of a document. */
const server = {
  route({ url, handler }: Route) {
    if (url.endsWith('.js')) handler({}, reply);
  },
};

addApiReference(server, { configuration: { url: '/' } }, () => {});
parentPort?.postMessage(new TextEncoder().encode(script));
