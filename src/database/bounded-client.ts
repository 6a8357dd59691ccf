// A connection to PostgreSQL that closes when a statement gets no answer in time.
import pg from 'pg';

/** Milliseconds to wait for the answer to a statement; longer than the statement_timeout of the server. */
const answerWithin = 1600;
/** Milliseconds to wait until the server has closed a connection. */
const endWithin = 1000;

/**
 * Emits `silent` and closes when a statement gets no answer in time. The `query_timeout` of pg keeps the connection
 * open, so a busy one would return to the pool, and it fires before a process that was busy reads its sockets.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that the server ends between two statements emits 'error', which without a listener ends the
    // process. The next statement fails.
    this.on('error', () => {});
  }

  // biome-ignore lint/suspicious/noExplicitAny: seven overloads, all of which pass through
  override query(...args: any[]): any {
    const answered = this.#expectAnswer();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...outcome: unknown[]) => {
        answered();
        callback(...outcome);
      };
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...args);
    if (!(result instanceof Promise)) return result;
    return result.finally(answered).then(refuseRolledBackCommit(args[0]));
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    const giveUp = setTimeout(() => this.connection.stream.destroy(), endWithin).unref();
    this.once('end', () => clearTimeout(giveUp));
    return callback ? super.end(callback) : super.end();
  }

  #expectAnswer(): () => void {
    let open = true;
    // setImmediate runs after the sockets were read, also when the process was busy for long.
    const afterReading = () => setImmediate(() => open && this.#giveUp());
    const timer = setTimeout(afterReading, answerWithin);
    return () => {
      open = false;
      clearTimeout(timer);
    };
  }

  #giveUp(): void {
    this.emit('silent');
    breakOff(this, 'the database did not answer in time');
  }
}

/** Fails the pending statements like a network error does; the pool then removes the connection. */
function breakOff(client: pg.Client, message: string): void {
  client.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
}

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK, which pg reports as success. */
function refuseRolledBackCommit(query: string | { text: string }) {
  return <Result extends { command?: string }>(result: Result): Result => {
    const text = typeof query === 'string' ? query : query.text;
    if (text === 'COMMIT' && result.command === 'ROLLBACK') {
      const error = new Error('the transaction was rolled back because a statement in it failed');
      throw Object.assign(error, { code: '25P02', severity: 'ERROR' });
    }
    return result;
  };
}

/** Closes the idle connections of the pool when one is silent; otherwise each dead one would cost a failed request. */
export function dropIdleWhenSilent(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('connect', (client) =>
    client.on('silent' as 'end', () => {
      for (const other of idle) breakOff(other, 'the database did not answer on another connection');
    }),
  );
}
