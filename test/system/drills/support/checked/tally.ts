// What became of each request of a checked load, and the rows that a drill prints of it.
import type { Row } from '../../drill.ts';
import type { Verdict } from './judge.ts';

/** A request with its verdict; `cut` when its connection ended without an answer, `aborted` when the drill ended it. */
export interface Outcome {
  readonly what: string;
  /** `performance.now()` at its start. */
  readonly start: number;
  readonly milliseconds: number;
  readonly verdict: Verdict | 'cut' | 'aborted';
}

const MOST_TOLD = 20;

export class Tally {
  readonly outcomes: Outcome[] = [];
  #told = 0;

  note(outcome: Outcome): void {
    this.outcomes.push(outcome);
    if (typeof outcome.verdict === 'object') this.tell(`${outcome.what}: ${outcome.verdict.wrong}`);
  }

  /** Prints a fault on stderr, because the table only counts them. */
  tell(fault: string): void {
    if (this.#told++ < MOST_TOLD) process.stderr.write(`${fault.slice(0, 2_000)}\n`);
  }

  /** A row for each kind of request. */
  rows(isCutAllowed: boolean): Row[] {
    const kinds = Map.groupBy(this.outcomes, ({ what }) => what);
    return [...kinds].sort().map(([what, outcomes]) => rowOfOutcomes(what, outcomes, isCutAllowed));
  }
}

/** Counts those that are no fault but no success either behind the name. */
export function rowOfOutcomes(what: string, outcomes: readonly Outcome[], isCutAllowed: boolean): Row {
  const count = (verdict: Outcome['verdict']) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  const asides = (['unavailable', 'throttled', 'cut', 'aborted'] as const)
    .map((verdict) => `${count(verdict)} ${verdict}`)
    .filter((text) => !text.startsWith('0 '));
  const ended = count('cut') + count('aborted');
  const failed =
    outcomes.filter(({ verdict }) => typeof verdict === 'object').length + (isCutAllowed ? 0 : count('cut'));
  return {
    what: [what, ...asides].join(', '),
    sent: outcomes.length,
    answered: outcomes.length - failed - (isCutAllowed ? ended : count('aborted')),
    failed,
    lost: 0,
    slowestMilliseconds: outcomes.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0),
  };
}
