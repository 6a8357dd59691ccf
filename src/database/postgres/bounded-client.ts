// A connection to PostgreSQL that closes when a statement gets no answer in time, or when it is no longer useful.
import { Socket } from 'node:net';
import pg from 'pg';
import { isStale } from '../database-errors.ts';
import { DeadlineError, timeLeft } from '../deadline.ts';
import { type CancelKey, requestCancel } from './cancel-request.ts';
import type { StatementNames } from './statement-names.ts';
import { StatementWatch } from './statement-watch.ts';

/** SQLSTATE: the server, or the transaction, is read-only. */
const READ_ONLY_STATE = '25006';
/** Milliseconds in which the server closes a connection. */
const END_WITHIN = 1000;
/** SQLSTATE: PostgreSQL has ended the statement, by its time limit or by a cancel request. */
const CANCELLED_STATE = '57014';
/** Milliseconds that a statement behind a pooler may take to end after a cancel request. */
const CANCEL_WITHIN = 500;
/** Milliseconds after which PostgreSQL ends a transaction without statements, and with it the locks of a dead node. */
const IDLE_IN_TRANSACTION = 5000;

/** Shared by the connections of a process to one server. */
interface Peers {
  readonly open: Set<BoundedClient>;
  readonly names: StatementNames;
}

export interface BoundedConfig extends pg.ClientConfig {
  readonly peers: Peers;
  /** Milliseconds after which the oldest statement without an answer is checked once more, then ends the connection. */
  readonly answerWithin: number;
  /** A pooler gives each transaction another connection: prepared statements then have no name. */
  readonly isPooled: boolean;
}

interface Statement {
  text: string;
  name?: string | undefined;
  values?: unknown[];
}

/** A callback of pg. */
type Answered = (error: Failure | null | undefined, result: { readonly command?: string }) => void;
type Failure = Error & { readonly code?: unknown };

/**
 * A request without time left sends no statement, and waits no longer for its earlier ones. The `query_timeout` of pg would
 * count the time in which this process was busy.
 */
export class BoundedClient extends pg.Client {
  readonly #config: BoundedConfig;
  readonly #socket: Socket;
  readonly #namesAtOpening: number;
  readonly #watch: StatementWatch;
  #isRetired = false;
  #cancelKey: CancelKey | undefined;
  #isCancelling = false;
  /** The error of the opening. */
  #refusal: Failure | undefined;

  constructor(config: BoundedConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#config = config;
    this.#socket = socket;
    this.#watch = new StatementWatch(config.answerWithin, () => this.#giveUp());
    const { open, names } = config.peers;
    this.#namesAtOpening = names.given;
    open.add(this);
    socket.once('close', () => open.delete(this));
    // A connection that the server ends between two statements emits 'error', which without a listener ends the
    // process. The next statement fails.
    this.on('error', () => {});
    // pg calls back before it notes that the connection is open, so a first statement may be older.
    this.once('connect', () => this.#watch.opened());
    // pg documents no way to the key of a connection and the settings of a server; a statement would cost a round trip. A
    // standby answers reads with old rows, such as a token that was revoked meanwhile.
    this.connection.on('backendKeyData', (key: CancelKey) => {
      this.#cancelKey = key;
    });
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') this.breakOff('the server is a standby');
    });
  }

  /** Whether it takes further statements. */
  get isUsable(): boolean {
    return !this.#isRetired && !this.#socket.destroyed;
  }

  /** Whether it is open, without a statement and without a transaction. */
  get isIdle(): boolean {
    return this.pending === 0 && this.getTransactionStatus() === 'I';
  }

  /** Statements without an answer. */
  get pending(): number {
    return this.#watch.pending;
  }

  /** Opens a pipelined connection: statements may be sent meanwhile. */
  open(): void {
    this.connect().catch((error: Failure) => {
      this.#refusal = error;
    });
  }

  /** Statements until `uncork` are written by one system call; without effect over TLS. */
  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  /** Not a documented part of pg, which sends no other setting that poolers accept; JDBC sends these too. PrismaPg reads times as UTC. */
  getStartupConf(): Record<string, string> {
    return { ...startupConf.call(this), TimeZone: 'UTC', DateStyle: 'ISO' };
  }

  // biome-ignore lint/suspicious/noExplicitAny: seven overloads, of which the last argument may be a callback
  override query(...args: any[]): any {
    const callback: unknown = args.at(-1);
    if (typeof callback === 'function') return this.#query(args[0], args[1], callback as Answered);
    return new Promise((resolve, reject) =>
      this.#query(args[0], args[1], (error, result) => (error ? reject(error) : resolve(result))),
    );
  }

  override end(): Promise<void>;
  override end(callback: (error?: Error) => void): void;
  override end(callback?: (error?: Error) => void): Promise<void> | void {
    this.#isRetired = true;
    setTimeout(() => this.#socket.destroy(), END_WITHIN).unref();
    return callback ? super.end(callback) : super.end();
  }

  /** Fails the pending statements like a network error does; the pool then removes the connection. */
  breakOff(message: string): void {
    this.#socket.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }));
  }

  #query(given: string | Statement, values: unknown, callback: Answered): void {
    const statement: Statement = typeof given === 'string' ? { text: given } : { ...given };
    const { text } = statement;
    if (Array.isArray(values)) statement.values = values;
    if (timeLeft(1) === 0 && text !== 'ROLLBACK') {
      // The server rolls a transaction back whose connection ends. A connection that is being opened has no status.
      if ((this.getTransactionStatus() ?? 'I') !== 'I') this.breakOff('the request has no time left');
      process.nextTick(callback, new DeadlineError());
      return;
    }
    if (text === 'BEGIN') statement.text += `; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION}`;
    // Without parameters a text may be several statements, which a prepared one can't be.
    const isNamed = !this.#config.isPooled && statement.values && statement.values.length > 0;
    statement.name = isNamed ? this.#config.peers.names.of(text) : undefined;
    this.#send(statement, callback);
  }

  #send(statement: Statement, callback: Answered): void {
    this.#watch.sent(this.getTransactionStatus() !== null);
    super.query(statement, (error: Failure | null, result: { readonly command?: string }) => {
      this.#watch.answered();
      const state = error?.code;
      const isOutside = this.getTransactionStatus() === 'I';
      const isOver = state === READ_ONLY_STATE || state === CANCELLED_STATE || isStale(error);
      if (isOver || (isOutside && this.#hasTooManyNames())) this.#isRetired = true;
      // After a failover a read-only server is the old primary, to which the other connections lead too.
      if (state === READ_ONLY_STATE) this.#dropIdlePeers();
      if (isStale(error) && isOutside && statement.name) {
        this.#send({ ...statement, name: undefined }, callback);
        return;
      }
      if (this.#isRetired && this.pending === 0) this.end().catch(() => {});
      const failure = error && (this.#refusal ?? error);
      callback(failure ?? (statement.text === 'COMMIT' ? rollbackError(result) : undefined), result);
    });
  }

  #hasTooManyNames(): boolean {
    return this.#config.peers.names.areSpent(this.#namesAtOpening);
  }

  #giveUp(): number | undefined {
    if (this.#config.isPooled && !this.#config.pipeline && this.#cancelKey && !this.#isCancelling) {
      // A pooler would leave the statement on the server, where it waits for its lock; PostgreSQL itself has ended it by now.
      // PgBouncer 1.18 ends with a cancel request for a pipelined connection.
      this.#isCancelling = true;
      this.#isRetired = true;
      requestCancel(this, this.#cancelKey, CANCEL_WITHIN);
      return CANCEL_WITHIN;
    }
    this.#dropIdlePeers();
    this.breakOff('the database did not answer in time');
    return undefined;
  }

  /** Closes connections without statements because this one is silent; each dead one would cost a failed request. */
  #dropIdlePeers(): void {
    for (const peer of this.#config.peers.open) {
      if (peer.isIdle && peer !== this) peer.breakOff('the database did not answer on another connection');
    }
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

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK, which pg reports as success. */
function rollbackError({ command }: { readonly command?: string }): Failure | undefined {
  if (command !== 'ROLLBACK') return undefined;
  const error = new Error('the transaction was rolled back because a statement in it failed');
  return Object.assign(error, { code: '25P02', severity: 'ERROR' });
}
