// A proxy that loses answers of a service that has done the work: between an importer and the service.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What happens to an answer in place of being passed on. */
const FAULTS = {
  dropped: (response: ServerResponse) => response.destroy(),
  torn: (response: ServerResponse) =>
    void response.writeHead(201, { 'Content-Length': 99 }).write('{"succ', () => response.destroy()),
  late: () => {},
  badGateway: (response: ServerResponse) =>
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway'),
  unavailable: (response: ServerResponse) => response.writeHead(503, { 'Retry-After': '1' }).end('{"error":"Away"}'),
} as const;

interface Proxy {
  readonly origin: string;
  /** The statuses of the answers to writes, in order. */
  readonly statuses: readonly number[];
  close(): void;
}

/** `faults` are by the number of the write that succeeded, from 1 on; a function runs before its answer is passed on. */
export async function startFaultyProxy(
  target: string,
  faults: Readonly<Record<number, keyof typeof FAULTS | (() => unknown)>>,
): Promise<Proxy> {
  const statuses: number[] = [];
  let writes = 0;
  const server = createServer(async (request, response) => {
    const { method = '', url } = request;
    const { authorization = '', 'idempotency-key': key } = request.headers;
    const headers = {
      Authorization: authorization,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': String(key) }),
    };
    const body = method === 'GET' ? null : await text(request);
    const answer = await fetch(`${target}${url}`, { method, headers, body });
    if (body !== null) statuses.push(answer.status);
    if (body !== null && answer.ok) writes++;
    const fault = body !== null && answer.ok && faults[writes];
    const content = await answer.text();
    if (typeof fault === 'function') await fault();
    const retryAfter = answer.headers.get('retry-after');
    if (typeof fault === 'string') FAULTS[fault](response);
    else response.writeHead(answer.status, retryAfter ? { 'Retry-After': retryAfter } : {}).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    statuses,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
