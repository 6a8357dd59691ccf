// A drill: a limited exercise of whole processes under load and failures, on loopback only; and the rows of its
// table.

export interface DrillOptions {
  /** Stops and removes what the drill has started, even if it fails halfway. */
  readonly cleanup: AsyncDisposableStack;
  /** For a drill that fills a database: how many rows, as a factor. */
  readonly factor: number;
}

/** The machine lacks something that a drill needs; the message names the command that installs it. */
export class MissingError extends Error {
  override readonly name = 'MissingError';
}

/** A row of the table that a drill prints. */
export interface Row {
  readonly what: string;
  /** Requests. */
  readonly sent: number;
  /** Requests with a response that the drill allows, such as 503 while the database is away. */
  readonly answered: number;
  /** Requests that broke the drill's promise, not counting those that the drill itself cut off. */
  readonly failed: number;
  /** Confirmed writes that are not in the database afterwards. */
  readonly lost: number;
  readonly slowestMilliseconds: number;
}

/** A request, or something else that must be done in time. */
export interface RanOperation {
  readonly milliseconds: number;
  /** How it broke the drill's promise. */
  readonly fault?: string | undefined;
  /** Whether the drill itself cut it off. */
  readonly isCut?: boolean;
}

/** The row of these ranOperations; their errors are printed on stderr. */
export function rowOf(what: string, ranOperations: readonly RanOperation[], lost = 0): Row {
  const faults = ranOperations.flatMap(({ fault = [] }) => fault);
  for (const [fault, same] of Map.groupBy(faults, (fault) => fault)) {
    process.stderr.write(`${what}: ${same.length} × ${fault}\n`);
  }
  const [sent, failed, cut] = [
    ranOperations.length,
    faults.length,
    ranOperations.filter(({ isCut }) => isCut).length,
  ];
  const slowestMilliseconds = ranOperations.reduce(
    (most, { milliseconds }) => Math.max(most, milliseconds),
    0,
  );
  return { what, sent, answered: sent - failed - cut, failed, lost, slowestMilliseconds };
}

/** Without another error, taking longer than `within` is one. */
export const inTime = (
  milliseconds: number,
  within: number,
  fault?: string,
): RanOperation => ({
  milliseconds,
  fault: fault ?? (milliseconds > within ? `later than ${within} ms` : undefined),
});

/** A rejection is an error. */
export async function timed(
  within: number,
  work: () => Promise<unknown>,
): Promise<RanOperation> {
  const start = performance.now();
  const fault = await work().then(() => undefined, String);
  return inTime(performance.now() - start, within, fault);
}
