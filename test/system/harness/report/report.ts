// The report of a run, as `--json` prints it, and the counts in it.
import { curl, type Surface } from '../calls/call.ts';
import { labelsOf, type ObservedAnswer } from '../check/observed-answer.ts';
import type { SuiteFinding } from '../run-suite.ts';

interface TallyRow {
  readonly operation: string;
  /** A code of a validation failure, a status, or `success`. */
  readonly code: string;
  readonly surface: Surface;
  readonly cases: number;
}

export interface Tally {
  /** Counts one answer under its labels. */
  count(operation: string, surface: Surface, answer: ObservedAnswer): void;
  /** By operation, by code, REST before GraphQL. */
  rows(): TallyRow[];
}

export function createTally(): Tally {
  const rows = new Map<string, TallyRow>();
  return {
    count(operation, surface, answer) {
      for (const code of labelsOf(answer)) {
        const key = JSON.stringify([operation, code, surface]);
        rows.set(key, { operation, code, surface, cases: (rows.get(key)?.cases ?? 0) + 1 });
      }
    },
    rows: () =>
      [...rows.values()].toSorted(
        (a, b) =>
          a.operation.localeCompare(b.operation) || a.code.localeCompare(b.code) || b.surface.localeCompare(a.surface),
      ),
  };
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
