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
  /** The statuses of the answers of the service, in order. */
  readonly statuses: readonly number[];
  close(): void;
}

/** `faults` are by the number of the create that succeeded, from 1 on; a function runs before its answer is passed on. */
export async function startFaultyProxy(
  target: string,
  faults: Readonly<Record<number, keyof typeof FAULTS | (() => unknown)>>,
): Promise<Proxy> {
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    const { authorization = '', 'idempotency-key': key = '' } = request.headers;
    const headers = {
      Authorization: authorization,
      'Idempotency-Key': String(key),
      'Content-Type': 'application/json',
    };
    const answer = await fetch(`${target}${request.url}`, { method: 'POST', headers, body: await text(request) });
    statuses.push(answer.status);
    const fault = answer.status === 201 && faults[statuses.filter((status) => status === 201).length];
    const body = await answer.text();
    if (typeof fault === 'function') await fault();
    const retryAfter = answer.headers.get('retry-after');
    if (typeof fault === 'string') FAULTS[fault](response);
    else response.writeHead(answer.status, retryAfter ? { 'Retry-After': retryAfter } : {}).end(body);
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
