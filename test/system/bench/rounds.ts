// Measures workloads on servers in turn, several times, so that a slow moment of the machine meets all of them.
import { isDeepStrictEqual } from 'node:util';
import { askOnce, type DriveOptions, drive, type Measurement, type Target } from './drive.ts';
import type { PerTarget } from './installation.ts';
import { isRehearsed, type Workload } from './workloads.ts';

export interface RoundOptions extends DriveOptions {
  readonly rounds: number;
}

/** Medians over the rounds. */
export type Results = readonly { readonly workload: Workload; readonly medians: PerTarget<Measurement> }[];

const WARM_UP = -1;

export async function measure(
  targets: PerTarget<Target>,
  workloads: readonly Workload[],
  options: RoundOptions,
  onProgress: (text: string) => void,
): Promise<Results> {
  const measured = new Map<string, Measurement[]>();
  for (let round = WARM_UP; round < options.rounds; round++) {
    const all = Object.entries(targets);
    // A server that has just been measured still collects its garbage: each target is before another in half of the rounds.
    const inTurn = round % 2 === 0 ? all : all.toReversed();
    for (const workload of workloads) {
      for (const [name, target] of inTurn) {
        if (workload.isWithdrawn && isRehearsed(target.scene)) continue;
        const measurement = await drive(target, workload, options);
        const label = round === WARM_UP ? 'warm-up' : `round ${round + 1}`;
        onProgress(`${label}: ${workload.name} on ${name}: ${Math.round(measurement.cpuMicroseconds)} µs`);
        const key = keyOf(workload, name);
        if (round !== WARM_UP) measured.set(key, [...(measured.get(key) ?? []), measurement]);
      }
    }
  }
  const medianAt = (workload: Workload, name: string) => medianOf(measured.get(keyOf(workload, name)) ?? []);
  return workloads.map((workload) => {
    const names = Object.keys(targets).filter((name) => measured.has(keyOf(workload, name)));
    const medians = names.map((name) => [name, medianAt(workload, name)]);
    return { workload, medians: Object.fromEntries(medians) as PerTarget<Measurement> };
  });
}

const keyOf = ({ name }: Workload, target: string) => `${name} ${target}`;

function medianOf(measurements: readonly Measurement[]): Measurement {
  const median = (name: keyof Measurement) => {
    const sorted = measurements.map((measurement) => measurement[name]).toSorted((a, b) => a - b);
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

/** @throws {Error} the floor answers a request in another way than the service, and so may do less work. */
export async function compareAnswers({ floor, service }: PerTarget<Target>, workloads: readonly Workload[]) {
  for (const workload of workloads) {
    const ofFloor = await askOnce(floor, workload);
    const ofService = await askOnce(service, workload);
    if (isDeepStrictEqual(comparable(ofFloor), comparable(ofService))) continue;
    throw new Error(`${workload.name}: floor ${JSON.stringify(ofFloor)}, service ${JSON.stringify(ofService)}`);
  }
}

/** Each create has another id. */
const comparable = ({ status, body }: Awaited<ReturnType<typeof askOnce>>) => ({
  status,
  body: body.success ? Object.keys(body) : body,
});
