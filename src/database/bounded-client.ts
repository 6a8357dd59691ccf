// A connection to PostgreSQL that is given up when the server doesn't answer.
import pg from 'pg';

/** Time in milliseconds to say goodbye to the server. */
const endWithin = 1000;

/**
 * Emits `silent` when a query got no answer in time, and is unusable from then on. The pool would see to that for a
 * query of its own, but in a transaction it is the driver adapter that holds the connection, and hands it back unhurt.
 */
export class BoundedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: seven overloads, all of which pass through
  override query(...args: any[]): any {
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (error: unknown, result: unknown) => {
        this.#check(error);
        callback(error, result);
      };
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...args);
    if (!(result instanceof Promise)) return result;
    return result.then(refuseRolledBackCommit(args[0]), (error) => {
      this.#check(error);
      throw error;
    });
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    const giveUp = setTimeout(() => this.connection.stream.destroy(), endWithin).unref();
    this.once('end', () => clearTimeout(giveUp));
    return callback ? super.end(callback) : super.end();
  }

  #check(error: unknown): void {
    if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
    void this.end();
    this.emit('silent');
  }
}

/** PostgreSQL answers the COMMIT of a transaction in which a statement failed with ROLLBACK, which is no error to pg. */
function refuseRolledBackCommit(query: string | { text: string }) {
  return <Result extends { command?: string }>(result: Result): Result => {
    const text = typeof query === 'string' ? query : query.text;
    if (text === 'COMMIT' && result.command === 'ROLLBACK') {
      const error = new Error('the transaction was rolled back, a statement in it had failed');
      throw Object.assign(error, { code: '25P02', severity: 'ERROR' });
    }
    return result;
  };
}

/** When one connection is silent, those that are idle are taken for dead too, or each would cost a call to find out. */
export function dropIdleWhenSilent(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('connect', (client) =>
    // An error of an idle connection makes the pool remove it.
    client.on('silent' as 'end', () => {
      for (const other of idle) other.connection.stream.destroy(new Error('the server had fallen silent'));
    }),
  );
}
