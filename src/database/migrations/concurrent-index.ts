// CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY: the only statement of their migration, outside of a
// transaction, alongside writes.
import type pg from 'pg';
import { isHeldUp } from '../database-errors.ts';
import { BusyError } from './lock-waits.ts';

interface ConcurrentIndex {
  readonly isDropped: boolean;
  /** As in the statement, with or without quotes. */
  readonly name: string;
}

const COMMENT = /--[^\n]*|\/\*.*?\*\//gs;
const STATEMENT =
  /^\s*(CREATE|DROP)(?:\s+UNIQUE)?\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?("[^"]+"|\w+)[^;]*;?\s*$/i;

/** Undefined for any other script. */
export function concurrentIndexOf(script: string): ConcurrentIndex | undefined {
  const [, verb, name] = STATEMENT.exec(script.replace(COMMENT, '')) ?? [];
  return name ? { isDropped: verb?.toUpperCase() === 'DROP', name } : undefined;
}

/** For a database with one connection, where a transaction makes nobody wait. */
export const inTransaction = (script: string) =>
  concurrentIndexOf(script) ? script.replace(/\bCONCURRENTLY\b/i, '') : script;

/**
 * Runs the statement, unless an earlier process did and ended before recording it. An interrupted build leaves an
 * invalid index, which slows writes and helps no read, so it is dropped first. @throws {BusyError} the server is still
 * building it
 */
export async function applyConcurrently(
  { isDropped, name }: ConcurrentIndex,
  script: string,
  client: pg.ClientBase,
  run: (script: string) => Promise<unknown>,
) {
  const { rows } = await client.query<{ isValid: boolean; builder: number | null }>(STATE, [
    name,
  ]);
  const [index] = rows;
  const { isValid, builder } = index ?? {};
  if (builder)
    throw new BusyError(
      `The index ${name} is still being built by process ${builder} of an earlier start.`,
    );
  if (isDropped ? !index : isValid) return;
  // Until the next simple statement, the query's portal holds a snapshot, whose end the server would wait for.
  await client.query('SELECT 1');
  const drop = `DROP INDEX CONCURRENTLY IF EXISTS ${name}`;
  if (!isDropped && index) await run(drop);
  await run(script).catch(async (error: unknown) => {
    if (!isDropped && !isHeldUp(error)) await run(drop).catch(() => {});
    throw error;
  });
}

/** A session finishes its statement even if its client has ended. */
const STATE = `
  SELECT indisvalid AS "isValid",
    (SELECT pid FROM pg_stat_progress_create_index WHERE index_relid = indexrelid) AS builder
  FROM pg_index WHERE indexrelid = to_regclass($1)`;
