// The report of a run, as `--json` prints it.
import { curl } from '../calls/curl.ts';
import type { SuiteFinding } from '../run-suite.ts';
import type { FieldRow, TallyRow } from './tally.ts';

export interface Progress {
  readonly suite: string;
  readonly done: number;
  readonly cases: number;
  readonly findings: number;
  /** A message beside the numbers, such as one about a wait. */
  readonly note?: string;
}

export interface ReportedFinding {
  readonly suite: string;
  readonly aspect: string;
  readonly detail: string;
  /** The number of cases with this finding. */
  readonly cases: number;
  /** Every call of the smallest case, in order, with $TOKEN and $RIVAL_TOKEN in place of tokens. */
  readonly calls: readonly ReportedCall[];
}

interface ReportedCall {
  readonly curl: string;
  readonly status: number;
  readonly body: string;
  /** Whether this answer is wrong; other calls prepare the case or are the same request on the other surface. */
  readonly isWrong: boolean;
}

export interface Report {
  readonly url: string;
  readonly version: string;
  /** The operations that the version does not have: the suites that need one are skipped. */
  readonly withdrawn: readonly string[];
  readonly seed: number;
  readonly cases: number;
  /** The number of creates that were skipped because the service throttles them. */
  readonly skipped: number;
  readonly requests: number;
  readonly seconds: number;
  readonly rows: readonly TallyRow[];
  /** The fields at which each code of a validation failure occurred. */
  readonly fields: readonly FieldRow[];
  readonly findings: readonly ReportedFinding[];
}

const MAX_ANSWER_LENGTH = 2_000;

export function reportedFinding(origin: string, { suite, finding, trace, cases }: SuiteFinding): ReportedFinding {
  const { aspect, message, calls } = finding;
  return {
    suite,
    aspect,
    detail: message,
    cases,
    calls: trace.map((answered) => ({
      curl: curl(origin, answered.call),
      status: answered.status,
      body: answered.text.slice(0, MAX_ANSWER_LENGTH),
      isWrong: calls.includes(answered),
    })),
  };
}
