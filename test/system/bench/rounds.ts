// Measures workloads on servers in turn, several times, so that a slow moment of the machine affects all of them.
import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import type { PerTarget, Scene, Target } from './servers.ts';
import { isRehearsed, type Workload } from './workloads.ts';

export interface Measurement {
  /** The server process's CPU time per request. */
  readonly cpuMicroseconds: number;
  readonly requestsPerSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  readonly peakRssBytes: number;
}

export interface RoundOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

export type Results = readonly {
  readonly workload: Workload;
  readonly medians: PerTarget<Measurement>;
}[];

const WARM_UP = -1;
/** Different requests that each connection sends repeatedly. */
const REQUESTS_PER_CONNECTION = 100;

export async function measure(
  targets: PerTarget<Target>,
  workloads: readonly Workload[],
  options: RoundOptions,
  onProgress: (text: string) => void,
): Promise<Results> {
  const results = workloads.map((workload) => ({
    workload,
    measured: new Map<string, Measurement[]>(),
  }));
  for (let round = WARM_UP; round < options.rounds; round++) {
    const all = Object.entries(targets);
    // A server that has just been measured still collects garbage, so each target goes first in half of the rounds.
    const inTurn = round % 2 === 0 ? all : all.toReversed();
    for (const { workload, measured } of results) {
      for (const [name, target] of inTurn) {
        if (workload.isWithdrawn && isRehearsed(target.scene)) continue;
        const measurement = await drive(target, workload, options);
        const label = round === WARM_UP ? 'warm-up' : `round ${round + 1}`;
        onProgress(
          `${label}: ${workload.name} on ${name}: ${Math.round(measurement.cpuMicroseconds)} µs`,
        );
        if (round !== WARM_UP)
          measured.set(name, [...(measured.get(name) ?? []), measurement]);
      }
    }
  }
  return results.map(({ workload, measured }) => {
    const medians = [...measured].map(([name, measurements]) => [
      name,
      medianOf(measurements),
    ]);
    return { workload, medians: Object.fromEntries(medians) };
  });
}

const headersOf = ({ token }: Scene) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
});

/** Sends a workload's requests for some seconds. @throws {Error} if a request didn't succeed. */
async function drive(
  { server, scene }: Target,
  workload: Workload,
  { connections, seconds }: RoundOptions,
): Promise<Measurement> {
  let connection = 0;
  const latencies: number[] = [];
  const before = await server.usage();
  const result = await autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    headers: headersOf(scene),
    setupClient(client) {
      client.on('response', (_status, _bytes, milliseconds) => latencies.push(milliseconds));
      const first = connection++ * REQUESTS_PER_CONNECTION;
      const turns = Array.from(
        { length: REQUESTS_PER_CONNECTION },
        (_, index) => first + index,
      );
      client.setRequests(
        turns.map((turn) => ({
          headers: headersOf(scene),
          ...workload.request(scene, turn),
        })),
      );
    },
    // A failed GraphQL request also returns 200.
    verifyBody: (body) => !String(body).includes('"errors"'),
  });
  const after = await server.usage();
  const faults = result.non2xx + result.errors + result.mismatches;
  const done = result['2xx'];
  if (faults > 0 || done === 0)
    throw new Error(
      `${workload.name} at ${server.origin}: ${done} answers of success, ${faults} faults`,
    );
  // autocannon's histogram only has whole milliseconds.
  const sorted = latencies.toSorted((a, b) => a - b);
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    cpuMicroseconds: (after.cpuMicroseconds - before.cpuMicroseconds) / done,
    requestsPerSecond: done / result.duration,
    p50Milliseconds: percentile(0.5),
    p99Milliseconds: percentile(0.99),
    peakRssBytes: after.recentPeakRssBytes,
  };
}

function medianOf(measurements: readonly Measurement[]): Measurement {
  const median = (name: keyof Measurement) => {
    const sorted = measurements
      .map((measurement) => measurement[name])
      .toSorted((a, b) => a - b);
    return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
  };
  return {
    cpuMicroseconds: median('cpuMicroseconds'),
    requestsPerSecond: median('requestsPerSecond'),
    p50Milliseconds: median('p50Milliseconds'),
    p99Milliseconds: median('p99Milliseconds'),
    peakRssBytes: Math.max(...measurements.map(({ peakRssBytes }) => peakRssBytes)),
  };
}

/** @throws {Error} if the floor's response differs from the service's, so that it may do less work. */
export async function compareAnswers(
  { floor, service }: PerTarget<Target>,
  workloads: readonly Workload[],
) {
  for (const workload of workloads) {
    const [ofFloor, ofService] = [
      await askOnce(floor, workload),
      await askOnce(service, workload),
    ];
    if (isDeepStrictEqual(ofFloor, ofService)) continue;
    throw new Error(
      `${workload.name}: floor ${JSON.stringify(ofFloor)}, service ${JSON.stringify(ofService)}`,
    );
  }
}

/** The status and body of the response to one request of a workload; each create has another ID. */
async function askOnce({ server, scene }: Target, workload: Workload) {
  const { method, path, body } = workload.request(scene, 0);
  const init = { method, headers: headersOf(scene), body: body?.toString() ?? null };
  const response = await fetch(server.origin + path, init);
  const json = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body: json.success ? Object.keys(json) : json };
}
