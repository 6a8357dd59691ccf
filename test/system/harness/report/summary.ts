// The report as text.
import type { Report, ReportedFinding } from './report.ts';

export function summary(report: Report): string {
  const { version, withdrawn, cases, requests, seconds, skipped, seed, findings } = report;
  const head = ['operation', 'code', 'surface', 'cases'];
  const rows = report.rows.map((row) => [row.operation, row.code, row.surface, String(row.cases)]);
  const verdict = findings.length === 0 ? 'No findings.' : `Kinds of failure: ${findings.length}.`;
  return [
    ...findings.map((finding, index) => described(finding, index + 1, seed)),
    table([head, ...rows]),
    '',
    `Version ${version}: ${cases} cases on both surfaces, ${requests} requests in ${seconds} s, seed ${seed}.`,
    ...withdrawn.map((operation) => `Version ${version} has no ${operation}: the suites that need it are skipped.`),
    ...(skipped > 0
      ? [`${skipped} cases skipped: the service throttles creates (raise RATE_LIMIT_POINTS there).`]
      : []),
    verdict,
    '',
  ].join('\n');
}

const described = ({ suite, detail, cases, calls }: ReportedFinding, number: number, seed: number): string =>
  [
    `FAILURE ${number}, in "${suite}", ${cases} ${cases === 1 ? 'case' : 'cases'}, seed ${seed}`,
    `  ${detail}`,
    '  The requests of the smallest case; a wrong answer follows its request:',
    ...calls.flatMap(({ curl, status, body, isWrong }) => [
      `  ${curl}`,
      ...(isWrong ? [`  -> ${status} ${body.slice(0, SHOWN_ANSWER_LENGTH)}`] : []),
    ]),
    '',
  ].join('\n');

const SHOWN_ANSWER_LENGTH = 500;

/** Columns as wide as their widest cell, numbers aligned to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    /^\d+$/.test(text) ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0);
  const line = (row: readonly string[]) => row.map(cell).join('  ').trimEnd();
  const [head = [], ...others] = rows;
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...others.map(line)].join('\n');
}
