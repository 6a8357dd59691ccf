// What a run of the harness found, for machines and for people.
import { curl } from '../exchange/curl.ts';
import type { SuiteFinding } from '../run-suite.ts';
import type { Place, TallyRow } from './tally.ts';

export interface Progress {
  readonly suite: string;
  readonly done: number;
  readonly cases: number;
  readonly findings: number;
  /** Something to tell beside the numbers, such as a wait. */
  readonly note?: string;
}

export interface ReportedFinding {
  readonly suite: string;
  readonly aspect: string;
  readonly detail: string;
  /** The cases of this run that showed it. */
  readonly cases: number;
  /** Commands that repeat the smallest case; tokens stand as $TOKEN and $RIVAL_TOKEN. */
  readonly curl: readonly string[];
  readonly answers: readonly { readonly status: number; readonly body: string }[];
}

export interface Report {
  readonly url: string;
  readonly seed: number;
  readonly cases: number;
  /** Creates that were left out because the service throttles them. */
  readonly skipped: number;
  readonly requests: number;
  readonly seconds: number;
  readonly rows: readonly TallyRow[];
  /** Where each code of a validation failure was seen. */
  readonly places: readonly Place[];
  readonly findings: readonly ReportedFinding[];
}

const MAX_ANSWER_LENGTH = 2_000;

export function reported(origin: string, { suite, finding, cases }: SuiteFinding): ReportedFinding {
  const { aspect, message, exchanges } = finding;
  return {
    suite,
    aspect,
    detail: message,
    cases,
    curl: exchanges.map(({ call }) => curl(origin, call)),
    answers: exchanges.map(({ status, text }) => ({ status, body: text.slice(0, MAX_ANSWER_LENGTH) })),
  };
}
