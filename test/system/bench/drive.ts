// Sends the requests of a workload to a server for some seconds and measures what each costs it.
import autocannon from 'autocannon';
import type { Scene } from './data.ts';
import type { MeasuredServer } from './measured-server.ts';
import type { Workload } from './workloads.ts';

export interface Measurement {
  /** CPU time of the server process for one request. */
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly peakRssBytes: number;
}

export interface Target {
  readonly server: MeasuredServer;
  readonly scene: Scene;
}

export interface DriveOptions {
  readonly seconds: number;
  readonly connections: number;
}

/** Different requests that each connection sends, over and over. */
const REQUESTS_PER_CONNECTION = 100;

const headersOf = ({ token }: Scene) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

/** @throws {Error} a request was not answered by success. */
export async function drive(target: Target, workload: Workload, options: DriveOptions): Promise<Measurement> {
  const { server, scene } = target;
  let connection = 0;
  const latencies: number[] = [];
  const before = await server.usage();
  const result = await autocannon({
    url: server.origin,
    connections: options.connections,
    duration: options.seconds,
    headers: headersOf(scene),
    setupClient(client) {
      client.on('response', (_status, _bytes, milliseconds) => latencies.push(milliseconds));
      const first = connection++ * REQUESTS_PER_CONNECTION;
      const turns = Array.from({ length: REQUESTS_PER_CONNECTION }, (_, index) => first + index);
      client.setRequests(turns.map((turn) => ({ headers: headersOf(scene), ...workload.request(scene, turn) })));
    },
    // A GraphQL request that fails is answered 200 too.
    verifyBody: (body) => !String(body).includes('"errors"'),
  });
  const after = await server.usage();
  const faults = result.non2xx + result.errors + result.mismatches;
  const done = result['2xx'];
  if (faults > 0 || done === 0) {
    throw new Error(`${workload.name} at ${server.origin}: ${done} answers of success, ${faults} faults`);
  }
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / done,
    requestsPerSecond: done / result.duration,
    p50Milliseconds: percentile(latencies, 0.5),
    p99Milliseconds: percentile(latencies, 0.99),
    peakRssBytes: after.recentPeakRssBytes,
  };
}

/** The histogram of autocannon has whole milliseconds alone. */
const percentile = (milliseconds: readonly number[], part: number): number =>
  milliseconds.toSorted((a, b) => a - b)[Math.floor(milliseconds.length * part)] ?? 0;

/** The status and the body of the answer to one request of a workload. */
export async function askOnce({ server, scene }: Target, workload: Workload) {
  const { method, path, body } = workload.request(scene, 0);
  const response = await fetch(server.origin + path, {
    method,
    headers: headersOf(scene),
    body: body?.toString() ?? null,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
