// What a suite is: a kind of case, how to make one, and what must hold when it is run.
import type fc from 'fast-check';

export interface Suite<Case = unknown> {
  readonly name: string;
  /** How many of a hundred cases are of this suite. */
  readonly share: number;
  /** How many points of the service's create budget a case costs. */
  readonly creates: number;
  readonly arbitrary: fc.Arbitrary<Case>;
  /** Cases that are run first, so that every place is visited. */
  readonly examples?: readonly Case[];
  /** Names the rules that an example breaks: where there is no room for all of them, each place comes first. */
  readonly placeOf?: (example: Case) => string;
  /** Runs a case; a Finding where something does not hold. */
  run(given: Case): Promise<void>;
}

/** A suite with its kind of case forgotten. */
// biome-ignore lint/suspicious/noExplicitAny: suites of different cases stand in one list
export type AnySuite = Suite<any>;
