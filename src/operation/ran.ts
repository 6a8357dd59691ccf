// How an operation ended.
import type { Failure } from './failures.ts';
import type { BudgetState } from './throttle.ts';

export interface RanOperation {
  /** Absent for a failure outside operations. */
  readonly operation?: string;
  readonly failure?: Failure | undefined;
  /** Whether it replays the result of an earlier request with this idempotency key. */
  readonly isReplay?: boolean;
  /** Whether the client asked for the failure. */
  readonly isRehearsed?: boolean;
  /** The create budget after it. */
  readonly budget?: BudgetState | undefined;
}

export interface Succeeded<Output> extends RanOperation {
  readonly failure?: undefined;
  readonly output: Output;
}

export interface FailedOperation extends RanOperation {
  readonly failure: Failure;
}

export type Ran<Output> = Succeeded<Output> | FailedOperation;
