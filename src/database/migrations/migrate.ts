// Applies pending migrations, each in a transaction with its record, one process at a time. `prisma migrate deploy`
// can't open an embedded database, and would block the requests of running nodes while it waits for a lock.
import type pg from 'pg';
import type { DatabaseOptions, Session } from '../connection.ts';
import { DatabaseOpenError } from '../database-errors.ts';
import { hasOneOf, reasonOf } from '../error-evidence.ts';
import { appliedMigrations, recordMigration, UNFINISHED } from './applied-migrations.ts';
import { applyConcurrently, concurrentIndexOf, inTransaction } from './concurrent-index.ts';
import { BusyError, LOCK_WAIT_SECONDS, repeatWhileHeldUp } from './lock-waits.ts';
import type { Migration } from './migration-files.ts';

/** Prisma's advisory lock, so that the service and `prisma migrate deploy` wait for each other. */
const MIGRATION_LOCK = 72707369;
/**
 * Requests of running nodes queue behind a statement that waits for a lock. Reads wait at most 250 ms there, and timers
 * are late on a busy machine.
 */
const SETTINGS = 'SET LOCAL lock_timeout = 100';

type OpenSession = () => Promise<Session>;

/**
 * Each attempt has its own session, because a failed statement ends it. @throws {DatabaseOpenError} one failed, or
 * differs from its file
 */
export async function applyMigrations(
  open: OpenSession,
  migrations: Migration[],
  { logger, lockWaitSeconds = LOCK_WAIT_SECONDS }: MigrationOptions = {},
) {
  let named: Migration | undefined;
  const attempt = (session: Session) => async () => {
    const missing = await oldestMissing(session.client, migrations);
    if (!missing) return false;
    if (missing !== named) logger?.info(`Applying the migration ${missing.name} …`);
    named = missing;
    await apply(missing, session, open);
    await recordMigration(session.client, missing);
    return true;
  };
  const attemptAlone = () =>
    inSession(open, (session) => exclusively(session.client, attempt(session)));
  const onWait = (error: unknown) =>
    logger?.info(`A migration is waiting: ${reasonOf(error)}`);
  while (await repeatWhileHeldUp(attemptAlone, lockWaitSeconds, onWait));
}

type MigrationOptions = Partial<DatabaseOptions> & { readonly lockWaitSeconds?: number };

/** SQLSTATE: not allowed, and no schema in which the role may create. */
const FORBIDDEN = ['42501', '3F000'];

/**
 * If the role may not alter the tables, the error becomes a message with the command to run; other errors stay as they
 * are.
 */
export function explainForbidden(error: unknown, missing: readonly Migration[]) {
  if (!hasOneOf(error, FORBIDDEN)) return error;
  return new DatabaseOpenError(
    `The database is missing migrations (${missing.length}, from ${missing[0]?.name} on) that the role of \
DATABASE_URL may not apply: ${reasonOf(error)}. Run \`npm run migrate\` with the role that owns the tables, then \
start again.`,
    { cause: error },
  );
}

async function oldestMissing(client: pg.ClientBase, migrations: Migration[]) {
  const applied = await appliedMigrations(client);
  for (const migration of migrations) rejectUnfit(migration, applied.get(migration.name));
  return migrations.find(({ name }) => !applied.has(name));
}

async function apply(
  { name, sql }: Migration,
  { client, isOnly }: Session,
  open: OpenSession,
) {
  const index = isOnly ? undefined : concurrentIndexOf(sql);
  const runOutside = (script: string) =>
    inSession(open, (other) => other.client.query(script));
  const work = index
    ? applyConcurrently(index, sql, client, runOutside)
    : client.query(isOnly ? inTransaction(sql) : sql);
  await work.catch((cause: unknown) => {
    if (cause instanceof BusyError) throw cause;
    const how = index ? 'failed' : 'failed and was rolled back';
    throw new DatabaseOpenError(`The migration ${name} ${how}: ${reasonOf(cause)}`, {
      cause,
    });
  });
}

async function inSession<Result>(
  open: OpenSession,
  work: (session: Session) => Promise<Result>,
) {
  const session = await open();
  return work(session).finally(session.close);
}

/**
 * Runs `work` in a transaction that holds the lock. Read committed keeps no snapshot between statements, which an index
 * build would wait for. A statement that waits for the lock would keep one too, so the lock is tried instead.
 */
async function exclusively<Result>(client: pg.ClientBase, work: () => Promise<Result>) {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    const { rows } = await client.query<{ isMine: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS "isMine"`,
    );
    if (!rows[0]?.isMine)
      throw new BusyError('Another process is migrating, which may take minutes.');
    await client.query(SETTINGS);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

function rejectUnfit({ name, checksum }: Migration, applied: string | undefined) {
  if (applied === UNFINISHED) {
    throw new DatabaseOpenError(
      `The migration ${name} failed before. Repair the database, then record the repair with ` +
        `\`prisma migrate resolve --applied ${name}\` or \`--rolled-back ${name}\`.`,
    );
  }
  if (applied !== undefined && applied !== checksum) {
    throw new DatabaseOpenError(
      `The migration ${name} was edited after it was applied. Restore the file and put the change into a new \
migration; if the database is only for evaluation, delete it and start again.`,
    );
  }
}
