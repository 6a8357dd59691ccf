// The tables of the benchmark, in Markdown.
import type { Measurement, Results } from './rounds.ts';
import type { Usage } from './servers.ts';

/** The service's p99 should be at most this many times the floor's. */
const LATENCY_GOAL = 1.5;

/** A request of an older version should cost at most this many times one of the latest. */
const OLDER_GOAL = 1.1;

const whole = (value: number) => String(Math.round(value));
const megabytes = (bytes: number) => whole(bytes / 2 ** 20);
const milliseconds = (value: number) => value.toFixed(1);
const atMost = (goal: number) => `≤ ${goal.toFixed(1)}`;

const ratio = (
  a: Measurement,
  b: Measurement,
  of: keyof Measurement = 'cpuMicroseconds',
  digits = 2,
) => (a[of] / b[of]).toFixed(digits);

const ratioCells = (floor: Measurement, service: Measurement) => [
  whole(floor.cpuMicroseconds),
  whole(service.cpuMicroseconds),
  ratio(service, floor, 'cpuMicroseconds', 1),
];

const LOAD_HEADINGS = ['req/s', 'p50 ms', 'p99 ms', 'peak MB'];
const loadCells = ({
  requestsPerSecond,
  p50Milliseconds,
  p99Milliseconds,
  peakRssBytes,
}: Measurement) => [
  whole(requestsPerSecond),
  milliseconds(p50Milliseconds),
  milliseconds(p99Milliseconds),
  megabytes(peakRssBytes),
];

/** CPU in µs for both; requests per second, latency and memory are the service's. */
export const resultTable = (results: Results): string =>
  table(
    [
      'workload',
      'floor',
      'now',
      'ratio',
      'goal',
      ...LOAD_HEADINGS,
      'floor p99',
      'ratio',
      'goal',
    ],
    results.map(({ workload: { name, title, goal }, medians: { floor, service } }) => [
      `${name} ${title}`,
      ...ratioCells(floor, service),
      atMost(goal),
      ...loadCells(service),
      milliseconds(floor.p99Milliseconds),
      ratio(service, floor, 'p99Milliseconds', 1),
      atMost(LATENCY_GOAL),
    ]),
  );

/** CPU in µs of the service and of the one it is compared with. */
export const besideTable = (results: Results): string =>
  table(
    ['beside', 'floor', 'beside', 'ratio', 'now / beside', 'p99 ms', 'now / beside'],
    results.map(({ workload: { name }, medians: { floor, service, beside = service } }) => [
      name,
      ...ratioCells(floor, beside),
      ratio(service, beside),
      milliseconds(beside.p99Milliseconds),
      ratio(service, beside, 'p99Milliseconds'),
    ]),
  );

/**
 * CPU in µs of the service with the rehearsed release, and the ratios of the older version to the latest, with and
 * without it.
 */
export const versionsTable = (results: Results): string =>
  table(
    ['versions', 'alone', 'newest', 'older', 'older / newest', 'older / alone', 'goal'],
    results.map(({ workload: { name }, medians: { service, newer, older = service } }) => [
      name,
      whole(service.cpuMicroseconds),
      newer ? whole(newer.cpuMicroseconds) : 'withdrawn',
      whole(older.cpuMicroseconds),
      newer ? ratio(older, newer) : '',
      ratio(older, service),
      atMost(OLDER_GOAL),
    ]),
  );

export interface NamedUsage extends Usage {
  readonly name: string;
}

/** Resident memory of each process before the load, and the peak since its start. */
export const memoryTable = (
  idle: readonly NamedUsage[],
  loaded: readonly NamedUsage[],
): string =>
  table(
    ['memory', 'idle MB', 'peak MB'],
    idle.map(({ name, rssBytes }, index) => [
      name,
      megabytes(rssBytes),
      megabytes(loaded[index]?.peakRssBytes ?? 0),
    ]),
  );

/** The first column is left-aligned, numbers are right-aligned. */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const rule = headings.map((_, column) => (column === 0 ? '-' : '-:'));
  const all = [headings, rule, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const cellOf = (row: readonly string[], width: number, column: number) => {
    const fill = row === rule ? '-' : ' ';
    const cell = row[column] ?? '';
    return column === 0 ? cell.padEnd(width, fill) : cell.padStart(width, fill);
  };
  return all
    .map(
      (row) =>
        `| ${widths.map((width, column) => cellOf(row, width, column)).join(' | ')} |\n`,
    )
    .join('');
}
