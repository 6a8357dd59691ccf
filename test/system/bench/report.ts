// The tables of the bench, in Markdown.
import type { Measurement, Results } from './rounds.ts';
import type { Usage } from './servers.ts';

/** The p99 of the service shall be at most this many times that of the floor. */
const LATENCY_GOAL = 1.5;

const whole = (value: number) => String(Math.round(value));
const megabytes = (bytes: number) => whole(bytes / 2 ** 20);
const milliseconds = (value: number) => value.toFixed(1);
const atMost = (goal: number) => `≤ ${goal.toFixed(1)}`;

const ratio = (a: Measurement, b: Measurement, of: keyof Measurement = 'cpuMicroseconds', digits = 2) =>
  (a[of] / b[of]).toFixed(digits);

const ratioCells = (floor: Measurement, service: Measurement) => [
  whole(floor.cpuMicroseconds),
  whole(service.cpuMicroseconds),
  ratio(service, floor, 'cpuMicroseconds', 1),
];

/** CPU in µs of both; requests per second, latency and memory are those of the service. */
export const resultTable = (results: Results): string =>
  table(
    [
      ...['workload', 'floor', 'now', 'ratio', 'goal', 'req/s', 'p50 ms', 'p99 ms', 'peak MB'],
      ...['floor p99', 'ratio', 'goal'],
    ],
    results.map(({ workload: { name, title, goal }, medians: { floor, service } }) => [
      ...[`${name} ${title}`, ...ratioCells(floor, service), atMost(goal), whole(service.requestsPerSecond)],
      ...[
        milliseconds(service.p50Milliseconds),
        milliseconds(service.p99Milliseconds),
        megabytes(service.peakRssBytes),
      ],
      ...[milliseconds(floor.p99Milliseconds), ratio(service, floor, 'p99Milliseconds', 1), atMost(LATENCY_GOAL)],
    ]),
  );

/** CPU in µs of the service and of the one beside it. */
export const besideTable = (results: Results): string =>
  table(
    ['beside', 'floor', 'beside', 'ratio', 'now / beside', 'p99 ms', 'now / beside'],
    results.map(({ workload: { name }, medians: { floor, service, beside = service } }) => [
      ...[name, ...ratioCells(floor, beside), ratio(service, beside)],
      ...[milliseconds(beside.p99Milliseconds), ratio(service, beside, 'p99Milliseconds')],
    ]),
  );

export interface NamedUsage extends Usage {
  readonly name: string;
}

/** Resident memory of each process before the load, and the peak since its start. */
export const memoryTable = (idle: readonly NamedUsage[], loaded: readonly NamedUsage[]): string =>
  table(
    ['memory', 'idle MB', 'peak MB'],
    idle.map(({ name, rssBytes }, index) => [name, megabytes(rssBytes), megabytes(loaded[index]?.peakRssBytes ?? 0)]),
  );

/** The first column is aligned to the left, numbers to the right. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, column) => (column === 0 ? '-' : '-:'));
  const all = [headings, rule, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const cellOf = (row: readonly string[], width: number, column: number) => {
    const fill = row === rule ? '-' : ' ';
    const cell = row[column] ?? '';
    return column === 0 ? cell.padEnd(width, fill) : cell.padStart(width, fill);
  };
  return all.map((row) => `| ${widths.map((width, column) => cellOf(row, width, column)).join(' | ')} |\n`).join('');
}
