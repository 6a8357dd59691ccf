// A connection to PostgreSQL that is given up when the server doesn't answer.
import pg from 'pg';

/** Milliseconds to wait for the answer to a statement, more than the server gives to a slow one. */
const answerWithin = 1600;
/** Milliseconds to wait for the server to say goodbye. */
const endWithin = 1000;

/**
 * Emits `silent` and breaks when a statement gets no answer in time. pg's own `query_timeout` leaves the connection as
 * it is, so that a transaction would return to the pool one that still waits, and it fires before a process that was
 * busy has read the answer that is there.
 */
export class BoundedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The server may end a connection that somebody holds and asks nothing; with no listener that ends the process.
    // Whoever asks next is told.
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
    // By then, what came in while the process was busy has been read.
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

/** As if the network had said so: whatever waits on the connection fails, and the pool removes it. */
function breakOff(client: pg.Client, message: string): void {
  client.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
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
    client.on('silent' as 'end', () => {
      for (const other of idle) breakOff(other, 'the database had fallen silent');
    }),
  );
}
