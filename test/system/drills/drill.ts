// A drill: a bounded exercise of whole processes under load and faults, on loopback alone; the rows of its table.

export interface DrillOptions {
  /** Stops and removes what the drill has started, also when it fails half way. */
  readonly cleanup: AsyncDisposableStack;
  /** For a drill that fills a database: how many rows, as a factor. */
  readonly factor: number;
}

/** The machine lacks something that a drill needs; the message names the command that installs it. */
export class MissingError extends Error {
  override readonly name = 'MissingError';
}

/** One line of the table that a drill prints. */
export interface Row {
  readonly what: string;
  /** Requests. */
  readonly sent: number;
  /** Requests with an answer that the drill allows, such as 503 while the database is away. */
  readonly answered: number;
  /** Requests that broke the promise of the drill. A request that the drill itself cut off is none of them. */
  readonly failed: number;
  /** Answered writes that are not in the database afterwards. */
  readonly lost: number;
  readonly slowestMilliseconds: number;
}

/** A request, or something else that must be done within a time. */
export interface Outcome {
  readonly milliseconds: number;
  /** How it broke the promise of the drill. */
  readonly fault?: string | undefined;
  /** Whether the drill itself cut it off. */
  readonly isCut?: boolean;
}

/** The row of these outcomes; their faults are told on stderr. */
export function rowOf(what: string, outcomes: readonly Outcome[], lost = 0): Row {
  const faults = outcomes.flatMap(({ fault = [] }) => fault);
  for (const [fault, same] of Map.groupBy(faults, (fault) => fault)) {
    process.stderr.write(`${what}: ${same.length} × ${fault}\n`);
  }
  const [sent, failed, cut] = [outcomes.length, faults.length, outcomes.filter(({ isCut }) => isCut).length];
  const slowestMilliseconds = outcomes.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0);
  return { what, sent, answered: sent - failed - cut, failed, lost, slowestMilliseconds };
}

/** Without another fault, being later than `within` is one. */
export const inTime = (milliseconds: number, within: number, fault?: string): Outcome => ({
  milliseconds,
  fault: fault ?? (milliseconds > within ? `later than ${within} ms` : undefined),
});

/** A rejection is a fault. */
export async function timed(within: number, work: () => Promise<unknown>): Promise<Outcome> {
  const start = performance.now();
  const fault = await work().then(() => undefined, String);
  return inTime(performance.now() - start, within, fault);
}
