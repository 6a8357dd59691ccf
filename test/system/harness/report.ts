// The report of a run, as `--reporter json` prints it and as text.
import { type AnsweredCall, curl, type Deployment } from './calls/call.ts';
import type { Finding } from './check/answer.ts';
import type { CoverageRow } from './coverage.ts';

export interface ReportedFinding {
  readonly suite: string;
  /** The index of the case in its suite, which repeats the case together with the seed. */
  readonly index: number;
  readonly aspect: string;
  readonly detail: string;
  /** The number of cases with this finding; only the first is reduced. */
  cases: number;
  /** Every call of the smallest case, in order, with $TOKEN and $RIVAL_TOKEN instead of tokens. */
  readonly calls: readonly ReportedCall[];
}

interface ReportedCall {
  readonly curl: string;
  readonly status: number;
  readonly body: string;
  /** Whether this response is wrong; other calls prepare the case or are the same request on the other API. */
  readonly isWrong: boolean;
}

export interface SuiteRow {
  readonly name: string;
  readonly cases: number;
  readonly skipped: number;
  readonly seconds: number;
  /** The operation that the suite needs and the version doesn't have. */
  readonly lacks?: string;
}

export interface Report {
  readonly url: string;
  readonly version: string;
  /** The operations that the version doesn't have: the suites that need one are skipped. */
  readonly withdrawn: readonly string[];
  readonly seed: number;
  /** Whether an interrupt ended the run before its last case. */
  readonly isCutOff: boolean;
  /** The case to which the deployment didn't respond, which ended the run, and why. */
  readonly noAnswer?: string;
  readonly cases: number;
  /** The number of creates that were skipped because of the rate limit. */
  readonly skipped: number;
  readonly requests: number;
  readonly seconds: number;
  readonly suites: readonly SuiteRow[];
  readonly findings: readonly ReportedFinding[];
  readonly coverage: readonly CoverageRow[];
}

const MAX_ANSWER_LENGTH = 2_000;

export const reportedFinding = (
  deployment: Deployment,
  of: { readonly suite: string; readonly index: number },
  { aspect, message, calls }: Finding,
  trace: readonly AnsweredCall[],
): ReportedFinding => ({
  ...of,
  aspect,
  detail: message,
  cases: 1,
  calls: trace.map((answered) => ({
    curl: curl(deployment, answered.call),
    status: answered.status,
    body: answered.text.slice(0, MAX_ANSWER_LENGTH),
    isWrong: calls.includes(answered),
  })),
});

export function summary(report: Report): string {
  const {
    version,
    withdrawn,
    cases,
    requests,
    seconds,
    skipped,
    seed,
    findings,
    isCutOff,
    noAnswer,
  } = report;
  const verdict = findings.length === 0 ? 'No findings.' : `Findings: ${findings.length}.`;
  return [
    ...findings.map(
      (finding, index) => `FINDING ${index + 1}, ${described(finding, report)}`,
    ),
    table([COVERAGE_HEAD, ...report.coverage.map(coverageRow)]),
    '',
    `Version ${version}: ${cases} cases on both APIs, ${requests} requests in ${seconds} s, seed ${seed}.`,
    ...withdrawn.map(
      (operation) =>
        `Version ${version} has no ${operation}: the suites that need it are skipped.`,
    ),
    ...(skipped > 0
      ? [`${skipped} cases skipped because of the create rate limit (--rate waits for it).`]
      : []),
    ...(isCutOff ? ['The run was interrupted.'] : []),
    verdict,
    ...(noAnswer === undefined
      ? []
      : [`The run ended early. The deployment stopped responding at ${noAnswer}.`]),
    '',
  ].join('\n');
}

const COVERAGE_HEAD = ['documented', '', 'seen', 'of', 'not seen'];

const coverageRow = ({ of, kind, seen, missing }: CoverageRow): string[] => [
  of,
  kind,
  String(seen.length),
  String(seen.length + missing.length),
  missing.join(', '),
];

/** A finding with the options that repeat it, and its requests. */
export const described = (
  { suite, index, detail, cases, calls }: ReportedFinding,
  { seed, version }: Pick<Report, 'seed' | 'version'>,
): string =>
  [
    `in "${suite}", ${cases} ${cases === 1 ? 'case' : 'cases'}`,
    `  ${detail}`,
    `  Repeat with: --version ${version} --seed ${seed} --suite '${suite}' --case ${index}`,
    '  The requests of the smallest case, with each wrong response after its request:',
    ...calls.flatMap(({ curl, status, body, isWrong }) => [
      `  ${curl}`,
      ...(isWrong ? [`  -> ${status} ${body.slice(0, SHOWN_ANSWER_LENGTH)}`] : []),
    ]),
    '',
  ].join('\n');

const SHOWN_ANSWER_LENGTH = 500;

/** Columns as wide as their widest cell, with numbers right-aligned. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = [], ...others] = rows;
  const areNumbers = head.map((_, column) =>
    others.every((row) => /^\d+$/.test(row[column] ?? '')),
  );
  const cell = (text: string, column: number) =>
    areNumbers[column]
      ? text.padStart(widths[column] ?? 0)
      : text.padEnd(widths[column] ?? 0);
  const line = (row: readonly string[]) => row.map(cell).join('  ').trimEnd();
  return [
    line(head),
    widths.map((width) => '-'.repeat(width)).join('  '),
    ...others.map(line),
  ].join('\n');
}
