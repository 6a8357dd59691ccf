// A connection to PostgreSQL that closes when a statement gets no answer in time, or when it is no longer useful.
import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import pg from 'pg';
import { ConnectionFailure, isStale } from '../database-errors.ts';
import { DeadlineError, timeLeft } from '../request-scope.ts';
import {
  type Answered,
  CANCELLED_STATE,
  READ_ONLY_STATE,
  requestCancel,
  rollbackError,
  type ServerError,
  STANDBY,
  type Statement,
  type StatementNames,
  toStatement,
} from './statement.ts';

declare module 'pg' {
  interface Client {
    /** These are left out by the types of pg; null until the server has sent the key of the connection. */
    readonly processID: number | null;
    readonly secretKey: number | null;
    getStartupConf(): Record<string, string>;
  }
}

/** Milliseconds in which the server closes a connection. */
const END_WITHIN = 1000;
/** Between two checks a process that was busy reads the answers that have arrived. */
const CHECK_MILLISECONDS = 200;
/** The checks without an open connection that end its opening, 4 s; the deadline of a request may leave less. */
const OPENING_CHECKS = 20;
/** The checks of one late statement: at the first number its connection is given up, at the second it ends after a cancel request. */
const LATE_CHECKS = { giveUp: 3, end: 6 };

/** Shared by the connections of a process to one server. */
interface Peers {
  readonly open: Set<BoundedClient>;
  readonly names: StatementNames;
  /** Of the certificate of the last connection; undefined without TLS. */
  certificateEndsAt: Date | undefined;
}

export interface BoundedConfig extends pg.ClientConfig {
  readonly peers: Peers;
  /** Milliseconds after which the oldest statement without an answer is late; it ends the connection after some checks. */
  readonly answerWithin: number;
  /** A pooler gives each transaction another connection: prepared statements then have no name. */
  readonly isPooled: boolean;
  /** Why no connection can be opened; each statement fails with it. */
  readonly refusal?: ConnectionFailure;
}

/**
 * A request without time left sends no statement, and waits no longer for its earlier ones. The `query_timeout` and
 * `connectionTimeoutMillis` of pg would count the time in which this process was busy.
 */
export class BoundedClient extends pg.Client {
  readonly #config: BoundedConfig;
  /** To write the statements of a turn by one system call, which has no effect over TLS. */
  readonly socket: Socket;
  readonly #namesAtOpening: number;
  /** The times of the statements without an answer, in their order; Infinity: the connection is not open. */
  readonly #sent: number[] = [];
  /** The checks that found the oldest of them late. */
  #lateChecks = 0;
  #openingChecks = 0;
  #isRetired = false;
  /** Why it could not be opened, or was broken off: pg has no reason for statements that are sent afterwards. */
  #refusal: ServerError | undefined;

  constructor(config: BoundedConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#config = config;
    this.socket = socket;
    const { open, names } = config.peers;
    this.#namesAtOpening = names.given;
    open.add(this);
    const checks = setInterval(() => this.#check(), CHECK_MILLISECONDS).unref();
    socket.once('close', () => {
      clearInterval(checks);
      open.delete(this);
    });
    if (config.refusal) socket.destroy();
    // A connection that the server ends between two statements emits 'error', which without a listener ends the
    // process. The next statement fails.
    this.on('error', () => {});
    // pg calls back before it notes that the connection is open, so a first statement may be older.
    this.once('connect', () => {
      this.#sent.fill(performance.now());
      const { stream } = this.connection;
      if (stream instanceof TLSSocket) config.peers.certificateEndsAt = new Date(stream.getPeerCertificate().valid_to);
    });
    // pg documents no way to the settings of a server; a statement would cost a round trip. A standby answers reads with old
    // rows, such as a token that was revoked meanwhile.
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
      if (parameterName === 'in_hot_standby' && parameterValue === 'on') this.breakOff(STANDBY);
    });
  }

  /** Whether it takes further statements. */
  get isUsable(): boolean {
    return !this.#isRetired && !this.socket.destroyed;
  }

  /** Whether it is open, without a statement and without a transaction. */
  get isIdle(): boolean {
    return this.pending === 0 && this.getTransactionStatus() === 'I';
  }

  /** Statements without an answer. */
  get pending(): number {
    return this.#sent.length;
  }

  override connect(): Promise<this>;
  override connect(opened: (error?: Error) => void): void;
  override connect(opened?: (error?: Error) => void): Promise<this> | undefined {
    if (!opened) return new Promise((done, fail) => this.connect((error) => (error ? fail(error) : done(this))));
    const { refusal } = this.#config;
    const done = (error?: Error) => {
      if (error) this.#refusal = new ConnectionFailure(error);
      opened(error && this.#refusal);
    };
    if (refusal) process.nextTick(opened, refusal);
    else super.connect(done);
    return undefined;
  }

  /** Not a documented part of pg, which sends no other setting that poolers accept; JDBC sends these too. PrismaPg reads times as UTC. */
  override getStartupConf(): Record<string, string> {
    return { ...super.getStartupConf(), TimeZone: 'UTC', DateStyle: 'ISO' };
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
    setTimeout(() => this.socket.destroy(), END_WITHIN).unref();
    return callback ? super.end(callback) : super.end();
  }

  /** Fails the pending statements like a network error does; the pool then removes the connection. */
  breakOff(message: string): void {
    this.#refusal ??= Object.assign(new Error(message), { code: 'ETIMEDOUT' });
    this.socket.destroy(this.#refusal);
  }

  #query(given: string | Statement, values: unknown, callback: Answered): void {
    const { isPooled, peers, refusal } = this.#config;
    if (refusal) {
      process.nextTick(callback, refusal);
      return;
    }
    const statement = toStatement(given, values, isPooled ? undefined : peers.names);
    if (timeLeft(1) > 0 || statement.text === 'ROLLBACK') {
      this.#send(statement, callback);
      return;
    }
    // The server rolls a transaction back whose connection ends. A connection that is being opened has no status.
    if ((this.getTransactionStatus() ?? 'I') !== 'I') this.breakOff('the request has no time left');
    process.nextTick(callback, new DeadlineError());
  }

  #send(statement: Statement, callback: Answered): void {
    this.#sent.push(this.getTransactionStatus() === null ? Number.POSITIVE_INFINITY : performance.now());
    super.query(statement, (error: ServerError | null, result: { readonly command?: string }) => {
      this.#sent.shift();
      this.#lateChecks = 0;
      const state = error?.code;
      const isOutside = this.getTransactionStatus() === 'I';
      const hasTooManyNames = isOutside && this.#config.peers.names.areSpent(this.#namesAtOpening);
      if (hasTooManyNames || state === READ_ONLY_STATE || state === CANCELLED_STATE || isStale(error)) {
        this.#isRetired = true;
      }
      // After a failover a read-only server is the old primary, to which the other connections lead too.
      if (state === READ_ONLY_STATE) this.#dropIdlePeers();
      if (isStale(error) && isOutside && statement.name) {
        this.#send({ ...statement, name: undefined }, callback);
        return;
      }
      if (this.#isRetired && this.pending === 0) this.end().catch(() => {});
      callback(error ? (this.#refusal ?? error) : rollbackError(statement, result), result);
    });
  }

  #check(): void {
    // A connection that is being opened has no status.
    if (this.getTransactionStatus() !== null) this.#checkOldest();
    else if (++this.#openingChecks >= OPENING_CHECKS) this.breakOff('the database did not answer in time');
  }

  #checkOldest(): void {
    const [oldest = Number.POSITIVE_INFINITY] = this.#sent;
    if (performance.now() - oldest < this.#config.answerWithin) return;
    this.#lateChecks++;
    const { isPooled, pipeline } = this.#config;
    // A pooler would leave the statement on the server, where it waits for its lock; PostgreSQL itself has ended it by now.
    // PgBouncer 1.18 ends with a cancel request for a pipelined connection.
    const canCancel = isPooled && !pipeline;
    if (canCancel && this.#lateChecks === LATE_CHECKS.giveUp) {
      this.#isRetired = true;
      requestCancel(this, (LATE_CHECKS.end - LATE_CHECKS.giveUp) * CHECK_MILLISECONDS);
    } else if (this.#lateChecks === (canCancel ? LATE_CHECKS.end : LATE_CHECKS.giveUp)) {
      this.#dropIdlePeers();
      this.breakOff('the database did not answer in time');
    }
  }

  /** Closes connections without statements because this one is silent; each dead one would cost a failed request. */
  #dropIdlePeers(): void {
    for (const peer of this.#config.peers.open) {
      if (peer.isIdle && peer !== this) peer.breakOff('the database did not answer on another connection');
    }
  }
}

/** pg reads the files of certificates when a client is made, and throws for one that can't be read; a pool expects a client. */
export function createClient(config: BoundedConfig): BoundedClient {
  try {
    return new BoundedClient(config);
  } catch (error) {
    const { connectionString: _, ...rest } = config;
    return new BoundedClient({ ...rest, refusal: new ConnectionFailure(error) });
  }
}
