// Reads what the database stores about a user (GDPR, article 15), as one JSON document, in one snapshot, a few rows at
// a time.
import type { Session } from '../database/connection.ts';
import { BEGIN_SNAPSHOT, readRows } from './read-rows.ts';
import { ROWS_OF_USER } from './user-tables.ts';

/** What would help someone to sign in. */
const SECRETS = "'{hash,form_key,key_hash,input_hash}'::text[]";

/** Yields the text of an object with a list of rows for each table. */
export async function* exportedUser(session: Session, userId: number): AsyncGenerator<string> {
  await session.run(BEGIN_SNAPSHOT);
  let start = '{';
  for (const [table, condition] of Object.entries(ROWS_OF_USER)) {
    yield `${start}\n${JSON.stringify(table)}: [`;
    const where = condition.replaceAll('$', String(userId));
    let before = '\n';
    for await (const rows of readRows(
      session,
      `to_jsonb(t) - ${SECRETS} FROM ${table} AS t WHERE ${where}`,
    )) {
      yield before + rows.join(',\n');
      before = ',\n';
    }
    yield ']';
    start = ',';
  }
  yield '\n}\n';
  await session.run('ROLLBACK');
}
