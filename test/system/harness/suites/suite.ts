// The type of a suite: one kind of case, its generator, and the check of a case.
import type fc from 'fast-check';

export interface Suite<Case = unknown> {
  readonly name: string;
  /** The weight of the suite when the cases are distributed. */
  readonly share: number;
  /** Whether its cases cost points of the service's create budget (D31). */
  readonly isThrottled: boolean;
  readonly arbitrary: fc.Arbitrary<Case>;
  /** Cases of every run, whatever its seed and the number of its cases. */
  readonly boundaries?: readonly Case[];
  /** Cases that run first. */
  readonly examples?: readonly Case[];
  /** The label of an example, such as the rules that it breaks: if not all examples fit, one of each label comes first. */
  readonly labelOf?: (example: Case) => string;
  /** Runs a case; throws a Finding. */
  run(given: Case): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: suites of different cases are in one list
export type AnySuite = Suite<any>;
