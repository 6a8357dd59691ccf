// Copies all data of one database into an empty one with the same migrations: one snapshot, one transaction.
import { LIFT_TIME_LIMITS, type Session } from '../database/connection.ts';
import { DatabaseOpenError } from '../database/database-errors.ts';
import { appliedMigrations } from '../database/migrations/applied-migrations.ts';
import { BEGIN_SNAPSHOT, readRows } from './read-rows.ts';
import { ROWS_OF_USER } from './user-tables.ts';

const TABLES = Object.keys(ROWS_OF_USER);

/** Rows become visible all at once. Meanwhile, nodes on the same database return 503. */
const BEGIN_COPY = `
  BEGIN;
  ${LIFT_TIME_LIMITS};
  SET LOCAL lock_timeout TO '10s';
  LOCK TABLE ${TABLES.join(', ')}`;

/**
 * Rows keep their IDs, revisions and times. Returns the number of rows by table; on an error nothing was copied.
 * @throws {DatabaseOpenError} The migrations differ, or the target has users, to whom all other rows belong.
 */
export async function copyData(source: Session, target: Session): Promise<Map<string, number>> {
  const copied = new Map<string, number>();
  try {
    await source.run(BEGIN_SNAPSHOT);
    await target.run(BEGIN_COPY);
    await requireSameMigrations(source, target);
    const users = await target.query('SELECT FROM users LIMIT 1');
    if (users.length > 0)
      throw new DatabaseOpenError(
        'The database is not empty. Use another DATA_DIR or DATABASE_URL.',
      );
    for (const table of TABLES) copied.set(table, await copyTable(table, source, target));
    await target.run('ANALYZE');
    // The snapshot doesn't cover sequences: read last, they are beyond every copied ID.
    await copySequences(source, target);
    await target.run('COMMIT');
    return copied;
  } finally {
    for (const session of [source, target]) await session.run('ROLLBACK').catch(() => {});
  }
}

/** Otherwise columns that only the source has would be lost. */
async function requireSameMigrations(source: Session, target: Session) {
  const [ofSource, ofTarget] = [await migrationNames(source), await migrationNames(target)];
  const isInBoth = (name: string) => ofSource.has(name) && ofTarget.has(name);
  const different = [...ofSource, ...ofTarget].find((name) => !isInBoth(name));
  if (different !== undefined)
    throw new DatabaseOpenError(
      `Only one of the databases has the migration ${different}. Import with the newer version of the service.`,
    );
}

const migrationNames = async ({ query }: Session) =>
  new Set((await appliedMigrations(query)).keys());

async function copyTable(table: string, source: Session, target: Session): Promise<number> {
  let count = 0;
  // A token refers to its predecessor.
  const order = table === 'api_tokens' ? 'ORDER BY id' : '';
  for await (const rows of readRows(source, `to_json(t) FROM ${table} AS t ${order}`)) {
    await target.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [`[${rows.join()}]`],
    );
    count += rows.length;
  }
  return count;
}

const SEQUENCES = `
  SELECT relname AS name FROM pg_class WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace`;

async function copySequences(source: Session, target: Session) {
  for (const { name } of await source.query<{ name: string }>(SEQUENCES)) {
    const [last] = await source.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${name}`,
    );
    await target.query('SELECT setval($1, $2, $3)', [name, last?.value, last?.isCalled]);
  }
}
