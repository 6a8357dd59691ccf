// A statement as it is sent to PostgreSQL: its name, the errors of its answer that need more than a report, its cancellation.
import { connect } from 'node:net';
import type { Client } from 'pg';
import { RecentlyUsed } from '../recently-used.ts';

export interface Statement {
  text: string;
  name?: string | undefined;
  values?: unknown[];
}

export type ServerError = Error & { readonly code?: unknown };

export type Answered = (error: ServerError | null | undefined, result: { readonly command?: string }) => void;

/** SQLSTATE: the server, or the transaction, is read-only. */
export const READ_ONLY_STATE = '25006';
/** SQLSTATE: PostgreSQL has ended the statement, by its time limit or by a cancel request. */
export const CANCELLED_STATE = '57014';

/** The error of a connection to a standby. */
export const STANDBY = 'the server is a standby';

/** Milliseconds after which PostgreSQL ends a transaction without statements, and with it the locks of a dead node. */
const IDLE_IN_TRANSACTION = 5000;
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION}`;

/** The statement of the arguments of `query()`; with a name only if there are names. */
export function toStatement(given: string | Statement, params: unknown, names: StatementNames | undefined): Statement {
  const statement: Statement = typeof given === 'string' ? { text: given } : { ...given };
  if (Array.isArray(params)) statement.values = params;
  // Without parameters a text may be several statements, which a prepared one can't be.
  statement.name = statement.values && statement.values.length > 0 ? names?.of(statement.text) : undefined;
  if (statement.text === 'BEGIN') statement.text = BEGIN;
  return statement;
}

/** After a failed statement PostgreSQL answers COMMIT with ROLLBACK, which pg reports as success. */
export function rollbackError({ text }: Statement, result?: { readonly command?: string }): ServerError | undefined {
  if (text !== 'COMMIT' || result?.command !== 'ROLLBACK') return undefined;
  const error = new Error('the transaction was rolled back because a statement in it failed');
  return Object.assign(error, { code: '25P02', severity: 'ERROR' });
}

/** GraphQL selections vary, and each connection keeps the statements that were prepared on it. */
const MOST_NAMES = 500;

/** The names of the texts that were sent last. A name is never used for another text. */
export class StatementNames {
  readonly #names = new RecentlyUsed<string, string>(MOST_NAMES);
  #given = 0;

  of(text: string): string {
    return this.#names.of(text, () => `s${this.#given++}`);
  }

  /** Whether a connection that was opened at this count of names may keep twice as many statements as are in use. */
  areSpent(givenAtOpening: number): boolean {
    return this.#given - givenAtOpening > MOST_NAMES;
  }

  get given(): number {
    return this.#given;
  }
}

type Cancelled = Pick<Client, 'host' | 'port' | 'processID' | 'secretKey'>;

const CANCEL_REQUEST = 80877102;

/**
 * Cancels the statement of a connection, by a request over another connection, as the protocol requires. PostgreSQL and PgBouncer
 * accept it without TLS, and close its connection.
 */
export function requestCancel({ host, port, processID, secretKey }: Cancelled, within: number): void {
  const request = new Int32Array([16, CANCEL_REQUEST, processID ?? 0, secretKey ?? 0]);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {});
  setTimeout(() => socket.destroy(), within).unref();
  socket.resume().write(Buffer.from(request.buffer).swap32());
}
