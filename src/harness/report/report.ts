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
  /** Everything that the smallest case sends, in order; tokens stand as $TOKEN and $RIVAL_TOKEN. */
  readonly steps: readonly Step[];
}

interface Step {
  readonly curl: string;
  readonly status: number;
  readonly body: string;
  /** Whether this answer is what is wrong; others lead to it or say the same on the other surface. */
  readonly isWrong: boolean;
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

export function reported(origin: string, { suite, finding, trace, cases }: SuiteFinding): ReportedFinding {
  const { aspect, message, exchanges } = finding;
  return {
    suite,
    aspect,
    detail: message,
    cases,
    steps: trace.map((exchange) => ({
      curl: curl(origin, exchange.call),
      status: exchange.status,
      body: exchange.text.slice(0, MAX_ANSWER_LENGTH),
      isWrong: exchanges.includes(exchange),
    })),
  };
}
