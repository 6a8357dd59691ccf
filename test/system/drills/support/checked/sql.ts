// The drill's own statements, which outlive what the drill does to the server.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const PATIENCE_MILLISECONDS = 90_000;
const CONNECTIONS = 4;
const ANSWER_WITHIN_MILLISECONDS = 5_000;

/** By it the drill knows its own connections in pg_stat_activity. */
export const APPLICATION = 'drill';

export interface Sql {
  /** Runs a statement until it is answered; it must be one that may be run twice. @throws the error of a wrong one. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export function openSql(connectionString: string): Sql {
  const pool = new pg.Pool({
    connectionString,
    application_name: APPLICATION,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS,
    query_timeout: ANSWER_WITHIN_MILLISECONDS,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async ask<Row>(text: string, values: readonly unknown[] = []) {
      const deadline = performance.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        try {
          return (await pool.query(text, [...values])).rows as Row[];
        } catch (error) {
          if (isWrong(error) || performance.now() > deadline) throw error;
          await delay(100);
        }
      }
    },
    close: () => pool.end(),
  };
}

/** SQLSTATE classes: data exception, constraint violated, syntax or names. */
const isWrong = (error: unknown) => /^(?:22|23|42)/.test(String((error as { code?: unknown }).code));
