// An HTTP proxy in front of the service that loses answers, as a network does, after the service has done the work.
import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly body: string;
  readonly answer: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** `target` is the origin of the service; `isLost` says whether an answer is not passed on, and what comes in its place. */
async function startProxy(target: () => string, isLost: (exchange: Exchange) => boolean | Promise<boolean>) {
  const server = createServer(async (incoming, outgoing) => {
    const { method, headers, url } = incoming;
    const body = await text(incoming);
    const request = forward(new URL(url ?? '/', target()), { method, headers });
    request.end(body);
    const [answer] = await once(request, 'response');
    if (await isLost({ incoming, body, answer, outgoing })) answer.resume();
    else answer.pipe(outgoing.writeHead(answer.statusCode, answer.headers));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Passed {
  /** The name of the GraphQL operation. */
  readonly operation: string;
  readonly key: string | undefined;
}

export async function startDroppingProxy(target: () => string) {
  let drops = 0;
  const passed: Passed[] = [];
  const proxy = await startProxy(target, ({ incoming: { method, headers, socket }, body, answer }) => {
    if (method !== 'POST') return false;
    passed.push({ operation: JSON.parse(body).operationName, key: headers['idempotency-key'] as string });
    if (drops === 0) return false;
    drops -= 1;
    answer.once('end', () => socket.destroy());
    return true;
  });
  return {
    ...proxy,
    /** Loses the answers to that many of the next requests. */
    drop(answers: number) {
      drops = answers;
    },
    /** The keys of the requests that came since the last call. */
    passed: () => passed.splice(0),
  };
}

/** What happens to an answer in place of being passed on. */
const FAULTS = {
  dropped: (response: ServerResponse) => response.destroy(),
  torn: (response: ServerResponse) =>
    response.writeHead(201, { 'Content-Length': 99 }).write('{"succ', () => response.destroy()),
  late: () => {},
  badGateway: (response: ServerResponse) =>
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway'),
  unavailable: (response: ServerResponse) => response.writeHead(503, { 'Retry-After': '1' }).end('{"error":"Away"}'),
} as const;

/** `faults` are by the number of the write that succeeded, from 1 on; a function runs before its answer is passed on. */
export async function startFaultyProxy(
  target: string,
  faults: Readonly<Record<number, keyof typeof FAULTS | (() => unknown)>>,
) {
  /** Those of the answers to writes, in order. */
  const statuses: number[] = [];
  let writes = 0;
  const proxy = await startProxy(
    () => target,
    async ({ incoming, answer: { statusCode = 0 }, outgoing }) => {
      if (incoming.method === 'GET') return false;
      statuses.push(statusCode);
      if (statusCode >= 300) return false;
      const fault = faults[++writes];
      if (typeof fault === 'function') await fault();
      if (typeof fault !== 'string') return false;
      FAULTS[fault](outgoing);
      return true;
    },
  );
  return { ...proxy, statuses };
}
