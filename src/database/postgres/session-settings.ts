// The settings of a session. A statement makes them on each new connection, because poolers drop or reject start-up
// parameters.
import type pg from 'pg';
import { DatabaseOpenError } from '../database-errors.ts';
import { failToConnect, STANDBY } from '../outages.ts';

/** With another isolation level, parallel writes would fail. */
const OF_EVERY_SESSION = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  search_path: 'public',
  jit: 'off',
  default_transaction_isolation: 'read committed',
  // The server would close idle connections just as they are used.
  idle_session_timeout: 0,
};

/** In milliseconds; 0: none. */
export interface TimeLimits {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
}

/**
 * `milliseconds`: a time limit for a connection whose statements have none.
 * @throws for a standby, because reads would return old rows, such as a token revoked since; for a database that can't
 * store all text
 */
export async function prepareSession(
  client: pg.ClientBase,
  limits: TimeLimits,
  milliseconds?: number,
) {
  const settings = Object.entries({ ...OF_EVERY_SESSION, ...limits })
    .map(([name, value]) => `set_config('${name}', '${value}', false)`)
    .join(', ');
  // A constant, because pg's types lack the limit of one statement.
  const statement = {
    text: `SELECT ${settings}, pg_is_in_recovery() AS "isStandby", current_setting('server_encoding') AS encoding`,
    query_timeout: milliseconds,
  };
  const { rows } = await client
    .query<{ isStandby: boolean; encoding: string }>(statement)
    .catch(failToConnect);
  const [{ isStandby = false, encoding = '' } = {}] = rows;
  if (isStandby) throw new Error(STANDBY);
  if (encoding !== 'UTF8')
    throw new DatabaseOpenError(
      `The database has the encoding ${encoding}, and the service needs UTF8. ` +
        'Create it with `createdb --encoding=UTF8 --template=template0`.',
    );
}

/** @throws {DatabaseOpenError} a statement of another session has changed the limits of this one */
export async function requireSettings(client: pg.ClientBase, limits: TimeLimits) {
  const { rows } = await client.query<{ setting: string }>(
    `SELECT setting FROM pg_settings WHERE name = 'statement_timeout'`,
  );
  if (rows[0]?.setting === String(limits.statement_timeout)) return;
  throw new DatabaseOpenError(
    "The settings of a connection don't hold: the service can't work through a pooler in transaction mode. " +
      'Use session mode, or connect to the server itself.',
  );
}
