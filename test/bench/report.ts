// The tables of the bench, in Markdown.
import type { Measurement } from './drive.ts';
import type { Results } from './rounds.ts';
import type { Usage } from './usage-probe.ts';

const HEADINGS = ['workload', 'floor', 'now', 'ratio', 'goal', 'req/s', 'p50 ms', 'p99 ms', 'peak MB'];

const megabytes = (bytes: number) => String(Math.round(bytes / 2 ** 20));

/** CPU in µs of the server process for one request; requests, latency and memory are those of the service. */
export function resultTable(results: Results): string {
  const rows = results.map(({ workload, medians: [floor, service] }) => {
    const title = `${workload.name} ${workload.title}`;
    return floor && service ? [title, ...cells(floor, service, `≤ ${workload.goal.toFixed(1)}`)] : [title];
  });
  return table([HEADINGS, ...rows]);
}

/** The same workload on ever more rows. */
export function rowsTable(byRows: readonly { readonly products: number; readonly results: Results }[]): string {
  const rows = byRows.flatMap(({ products, results }) =>
    results.map(({ workload, medians: [floor, service] }) => {
      const title = [products.toLocaleString('en'), workload.name];
      return floor && service ? [...title, ...cells(floor, service, '')] : title;
    }),
  );
  return table([
    ['products', ...HEADINGS].filter((name) => name !== 'goal'),
    ...rows.map((row) => row.filter(Boolean)),
  ]);
}

function cells(floor: Measurement, service: Measurement, goal: string): string[] {
  return [
    floor.cpuMicroseconds.toFixed(0),
    service.cpuMicroseconds.toFixed(0),
    (service.cpuMicroseconds / floor.cpuMicroseconds).toFixed(1),
    goal,
    service.requestsPerSecond.toFixed(0),
    service.p50Milliseconds.toFixed(0),
    service.p99Milliseconds.toFixed(0),
    megabytes(service.peakRssBytes),
  ];
}

/** The service on an embedded database, whose CPU is part of that of the process. */
export function embeddedTable(results: Results): string {
  const rows = results.flatMap(({ workload, medians: [, , embedded] }) =>
    embedded
      ? [
          [
            workload.name,
            embedded.cpuMicroseconds.toFixed(0),
            embedded.requestsPerSecond.toFixed(0),
            embedded.p50Milliseconds.toFixed(0),
            embedded.p99Milliseconds.toFixed(0),
            megabytes(embedded.peakRssBytes),
          ],
        ]
      : [],
  );
  return rows.length > 0 ? table([['on PGlite', 'µs', 'req/s', 'p50 ms', 'p99 ms', 'peak MB'], ...rows]) : '';
}

export function memoryLine(name: string, idle: Usage, results: Results, index: number): string {
  const peaks = results.map(({ medians }) => medians[index]?.peakRssBytes ?? 0);
  return `Memory of the ${name}: ${megabytes(idle.rssBytes)} MB idle, ${megabytes(Math.max(...peaks))} MB peak\n`;
}

/** The first column is aligned to the left, numbers to the right. */
function table([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) => Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => {
    const padded = row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    return `| ${padded.join(' | ')} |\n`;
  };
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(headings), line(rule), ...rows.map(line)].join('');
}
