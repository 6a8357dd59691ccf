// Measures workloads on servers in turn, several times, so that a slow moment of the machine meets all of them.
import { isDeepStrictEqual } from 'node:util';
import { askOnce, type DriveOptions, drive, type Measurement, type Target } from './drive.ts';
import type { Workload } from './workloads.ts';

export interface RoundOptions extends DriveOptions {
  readonly rounds: number;
}

/** Medians for each workload and target, in their order. */
export type Results = readonly { readonly workload: Workload; readonly medians: readonly Measurement[] }[];

const WARM_UP = -1;

export async function measure(
  targets: readonly Target[],
  workloads: readonly Workload[],
  options: RoundOptions,
  onProgress: (text: string) => void,
): Promise<Results> {
  const results = workloads.map((workload) => ({ workload, measured: targets.map((): Measurement[] => []) }));
  for (let round = WARM_UP; round < options.rounds; round++) {
    for (const { workload, measured } of results) {
      for (const [index, target] of targets.entries()) {
        onProgress(`${round === WARM_UP ? 'warm-up' : `round ${round + 1}`}: ${workload.name} on the ${target.name}`);
        const measurement = await drive(target, workload, options);
        if (round !== WARM_UP) measured[index]?.push(measurement);
      }
    }
  }
  return results.map(({ workload, measured }) => ({ workload, medians: measured.map(medianOf) }));
}

/** @throws {Error} the floor does another work than the service. */
export async function compareAnswers([floor, service]: readonly Target[], workloads: readonly Workload[]) {
  if (!floor || !service) return;
  for (const workload of workloads) {
    const [least, real] = [await askOnce(floor, workload), await askOnce(service, workload)];
    const isSame = isDeepStrictEqual(comparable(least), comparable(real));
    if (!isSame) throw new Error(`${workload.name}: ${JSON.stringify(least)} is not ${JSON.stringify(real)}`);
  }
}

/** Each create has another id. */
function comparable({ status, body }: Awaited<ReturnType<typeof askOnce>>) {
  return { status, body: body.success ? Object.keys(body) : body };
}

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
