// A request of a known token as the usage counters see it.
import type { Surface } from '../../prisma/generated/client/enums.ts';

/** One answered request of a known token. */
export interface Call {
  readonly requestId: string;
  readonly tokenId: number;
  readonly surface: Surface;
  readonly at: Date;
  /** Whether the token stood in the URL, where logs and histories keep it. */
  readonly sentInUrl: boolean;
  /** 200 where everything was answered as asked; else the status that the first refusal has on REST. */
  readonly status: number;
  /** The names of the operations that refused; empty where none was reached. */
  readonly operation: string;
  readonly errors: readonly CallError[];
}

/** What a developer needs to see of a fault: never a value. */
export interface CallError {
  readonly code: string;
  readonly field?: string;
}

/** Refused: the request was at fault. What fails on our side, from 500 on, is no refusal. */
export const isRefused = (status: number) => status >= 400 && status < 500;

export const THROTTLED = 429;

/** So many refused requests are kept of each token, the last ones. */
export const REFUSED_KEPT = 100;
