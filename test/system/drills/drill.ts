// A drill: a bounded exercise of whole processes under load and faults, on loopback alone.

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

/** The module of a drill. */
export interface Drill {
  /** @throws {MissingError} a program that the drill needs is not installed. */
  run(options: DrillOptions): Promise<readonly Row[]>;
}

export interface DrillOptions {
  /** A factor for the rows of a drill that fills a database. */
  readonly rows?: number;
}

/** The machine lacks something that a drill needs; the message names the command that installs it. */
export class MissingError extends Error {
  override readonly name = 'MissingError';
}
