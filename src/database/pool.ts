// Pools and connections of node-postgres that are not reused while in doubt: after a timeout, or inside a transaction.
import pg from 'pg';
import { beforeDeadline, withDeadline } from '../request-scope.ts';
import { outageOf } from './database-errors.ts';
import { connectError, failToConnect } from './outages.ts';

/** How long a server may take to close a connection, and work under way to give its connection back. */
const CLOSE_MILLISECONDS = 1_000;

export class Connection extends pg.Client {
  #hasFailed = false;

  constructor(options?: pg.ClientConfig) {
    super(options);
    // A broken connection emits 'error', which ends the process if nobody listens. The next statement fails anyway.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.Client>;
  override connect(onEnd: (error: Error | null) => void): void;
  override connect(onEnd?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    if (!onEnd) return super.connect().catch(failToConnect);
    // Called at once, because the pool listens for further errors from then on.
    super.connect((error: Error | null) => onEnd(error && connectError(error)));
    return undefined;
  }

  /**
   * After a timeout, pg would keep the connection, and hold whatever is sent next, such as a ROLLBACK, until the
   * missing response arrives. A pool that sends a statement itself closes its connection after any error.
   */
  // biome-ignore lint/suspicious/noExplicitAny: pg's seven signatures
  override query(...query: [any, any?, any?]): any {
    const sent: unknown = super.query(...query);
    if (sent instanceof Promise)
      sent.then(
        () => {
          this.#hasFailed = false;
        },
        (error: unknown) => {
          this.#hasFailed = true;
          if (outageOf(error) === 'silent') void this.end();
        },
      );
    return sent;
  }

  /** An error arrives before the state of the transaction, so only a successful statement shows that. */
  get isIdle() {
    return !this.#hasFailed && this.getTransactionStatus() === 'I';
  }

  override end(): Promise<void>;
  override end(onEnd: (error: Error) => void): void;
  override end(onEnd?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.connection.stream.destroy(), CLOSE_MILLISECONDS).unref();
    return onEnd ? super.end(onEnd) : super.end();
  }
}

export function openPool(config: pg.PoolConfig) {
  const pool = new pg.Pool({ ...config, Client: Connection });
  // The pool doesn't reuse a connection that has been ended.
  pool.on('release', (_, connection) => {
    if (connection instanceof Connection && !connection.isIdle) void connection.end();
  });
  return Object.assign(pool, {
    /** Waits a second for work that is still under way. */
    close: () =>
      withDeadline(CLOSE_MILLISECONDS, () => beforeDeadline(pool.end())).catch(() => {}),
  });
}
