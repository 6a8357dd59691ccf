// An HTTP proxy in front of the service that can lose answers, as a network does, after the service has done the work.
import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Passed {
  /** The name of the GraphQL operation. */
  readonly operation: string;
  readonly key: string | undefined;
}

/** `target` is the origin of the service. */
export async function startDroppingProxy(target: () => string) {
  let drops = 0;
  const passed: Passed[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const body = await text(incoming);
    const request = forward(new URL(url ?? '/', target()), { method, headers });
    request.end(body);
    const [answer] = await once(request, 'response');
    if (method === 'POST')
      passed.push({ operation: JSON.parse(body).operationName, key: headers['idempotency-key'] as string });
    if (method === 'POST' && drops > 0) {
      drops -= 1;
      answer.resume().once('end', () => incoming.socket.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Loses the answers to that many of the next requests. */
    drop(answers: number) {
      drops = answers;
    },
    /** The keys of the requests that came since the last call. */
    passed: () => passed.splice(0),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
