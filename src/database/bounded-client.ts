// A connection to PostgreSQL that is given up when the server doesn't answer.
import pg from 'pg';

/** Time in milliseconds to say goodbye to the server. */
const endWithin = 1000;

/**
 * The pool drops a connection whose query failed, but within a transaction it is the driver adapter that holds the
 * connection: it would return one that still waits for an answer, and take a commit for done that the server refused.
 */
export class BoundedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: seven overloads, all of which pass through
  override query(...args: any[]): any {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...args);
    return result instanceof Promise ? result.then(refuseRolledBackCommit(args[0]), this.#giveUpWhenSilent) : result;
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    const giveUp = setTimeout(() => this.connection.stream.destroy(), endWithin).unref();
    this.once('end', () => clearTimeout(giveUp));
    return callback ? super.end(callback) : super.end();
  }

  readonly #giveUpWhenSilent = (error: unknown): never => {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
    throw error;
  };
}

/** PostgreSQL answers the COMMIT of a transaction in which a statement failed with ROLLBACK, which is no error to pg. */
function refuseRolledBackCommit(query: string | { text: string }) {
  return <Result extends { command?: string }>(result: Result): Result => {
    const text = typeof query === 'string' ? query : query.text;
    if (text === 'COMMIT' && result.command === 'ROLLBACK') {
      throw Object.assign(new Error('the transaction was rolled back, a statement in it had failed'), {
        code: '25P02',
        severity: 'ERROR',
      });
    }
    return result;
  };
}
