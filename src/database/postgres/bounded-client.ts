// A connection to PostgreSQL whose statements end in time: cancelled on the server first, then by closing it.
import pg from 'pg';
import { timeLeft } from '../deadline.ts';

/** Milliseconds to wait for the answer to a statement; the deadline of the request may leave less. */
const answerWithin = 2000;
/** Part of that time after which the server is asked to cancel the statement. */
const cancelAfter = 0.8;
/** Milliseconds without an answer after which the server is taken for silent, not slow. */
const silentAfter = 1500;
/** SQLSTATE: the server, or the transaction, is read-only. */
const readOnlyState = '25006';
/** Milliseconds to wait until the server has closed a connection. */
const endWithin = 1000;
/** Milliseconds after which PostgreSQL ends a transaction without statements, and with it the locks of a dead node. */
const idleInTransaction = 5000;

export interface BoundedConfig extends pg.ClientConfig {
  /** A pooler gives each transaction another connection: prepared statements then have no name. */
  readonly isPooled?: boolean;
  /** Called when the server did not answer, or is read-only: what other connections lead to is as little of use. */
  readonly onSilent?: () => void;
}

/**
 * Closes when a statement gets no answer in time. The `query_timeout` of pg keeps the connection
 * open, so a busy one would return to the pool, and it fires before a process that was busy reads its sockets.
 * No setting is made with SET: behind a pooler it would be lost, or kept for another client.
 */
export class BoundedClient extends pg.Client {
  readonly #isPooled: boolean;
  readonly #onSilent: () => void;
  #isEnding = false;
  /** Whether a statement was asked to be cancelled: of those on a shared connection it is the one that all others wait for. */
  #isCancelling = false;

  constructor(config?: BoundedConfig) {
    super(config);
    this.#isPooled = config?.isPooled ?? false;
    this.#onSilent = config?.onSilent ?? (() => {});
    // A connection that the server ends between two statements emits 'error', which without a listener ends the
    // process. The next statement fails.
    this.on('error', () => {});
    // A standby answers reads with old rows, such as a token that was revoked meanwhile.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') breakOff(this, 'the server is a standby');
    });
  }

  /** Whether it takes further statements. */
  get isUsable(): boolean {
    return !this.#isEnding && !this.connection.stream.destroyed;
  }

  /** Poolers accept TimeZone in the startup packet, as JDBC sends it there too. PrismaPg reads times as UTC. */
  getStartupConf(): Record<string, string> {
    return { ...startupConf.call(this), TimeZone: 'UTC' };
  }

  // biome-ignore lint/suspicious/noExplicitAny: seven overloads, all of which pass through
  override query(...args: any[]): any {
    const text: unknown = args[0].text ?? args[0];
    if (text === 'BEGIN') args[0] = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransaction}`;
    else if (this.#isPooled && typeof args[0] === 'object') args[0] = { ...args[0], name: undefined };
    const answered = this.#expectAnswer();
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...outcome: unknown[]) => {
        answered();
        this.#leaveReadOnly(outcome[0]);
        callback(...outcome);
      };
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const result = (super.query as any)(...args);
    if (!(result instanceof Promise)) return result;
    return result.finally(answered).then(
      (answer) => (text === 'COMMIT' ? refuseRollback(answer) : answer),
      (error) => {
        this.#leaveReadOnly(error);
        throw error;
      },
    );
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    this.#isEnding = true;
    const giveUp = setTimeout(() => this.connection.stream.destroy(), endWithin).unref();
    this.once('end', () => clearTimeout(giveUp));
    return callback ? super.end(callback) : super.end();
  }

  /** After a failover a read-only server is the old primary: its connections are closed, and new ones are opened. */
  #leaveReadOnly(error: unknown): void {
    if ((error as { code?: unknown } | null)?.code !== readOnlyState) return;
    this.#onSilent();
    this.end().catch(() => {});
  }

  /** Cancels the statement, then closes the connection; the returned function calls that off. */
  #expectAnswer(): () => void {
    const within = timeLeft(answerWithin);
    let isOpen = true;
    let isCancelled = false;
    const cancel = () => {
      isCancelled = !this.#isCancelling;
      this.#isCancelling = true;
      if (isCancelled) sendCancelRequest(this);
      timer = afterReading(giveUp, within * (1 - cancelAfter));
    };
    const giveUp = () => {
      if (within >= silentAfter) this.#onSilent();
      breakOff(this, 'the database did not answer in time');
    };
    const afterReading = (act: () => void, milliseconds: number) =>
      // setImmediate runs after the sockets were read, also when the process was busy for long.
      setTimeout(() => setImmediate(() => isOpen && act()), milliseconds);
    if (within === 0) giveUp();
    let timer = afterReading(cancel, within * cancelAfter);
    return () => {
      isOpen = false;
      clearTimeout(timer);
      // A late cancel request would end the next statement, so there is none.
      if (isCancelled) this.end().catch(() => {});
    };
  }
}

/** A setting that the server reports, in its protocol's ParameterStatus. */
interface Parameter {
  readonly parameterName: string;
  readonly parameterValue: string;
}

/** A method of pg.Client that its types don't declare. */
const { getStartupConf: startupConf } = pg.Client.prototype as unknown as {
  getStartupConf(): Record<string, string>;
};

/** A cancel request has a connection of its own; PostgreSQL and PgBouncer accept it without TLS. */
function sendCancelRequest({ host, port, processID, secretKey }: CancelTarget): void {
  const connection = new pg.Connection() as unknown as CancelConnection;
  connection.on('error', () => {});
  connection.on('connect', () => connection.cancel(processID, secretKey));
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  setTimeout(() => connection.stream.destroy(), endWithin).unref();
}

type CancelTarget = pg.Client & { processID?: number; secretKey?: number };
type CancelConnection = pg.Connection & {
  connect(portOrPath: number | string, host?: string): void;
  cancel(processID: number | undefined, secretKey: number | undefined): void;
};

/** Fails the pending statements like a network error does; the pool then removes the connection. */
function breakOff(client: pg.Client, message: string): void {
  client.connection.stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
}

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK, which pg reports as success. */
function refuseRollback<Result extends { command?: string }>(result: Result): Result {
  if (result.command !== 'ROLLBACK') return result;
  const error = new Error('the transaction was rolled back because a statement in it failed');
  throw Object.assign(error, { code: '25P02', severity: 'ERROR' });
}

/** Closes a connection without statements because another one is silent; each dead one would cost a failed request. */
export const dropIdle = (client: pg.Client): void =>
  breakOff(client, 'the database did not answer on another connection');
