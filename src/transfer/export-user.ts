// Reads what the database stores about a user (GDPR, article 15), as one JSON document, in one snapshot, a few rows at
// a time.
import type { Session } from '../database/connection.ts';
import { BEGIN_EXPORT, readRows } from './export-data.ts';
import { quoted } from './tables.ts';

const tokens = 'token_id IN (SELECT id FROM api_tokens WHERE user_id = $)';

/** A user's rows by table; `$` stands for the ID. */
const ROWS_OF_USER = {
  users: 'id = $',
  identities: 'user_id = $',
  sessions: 'user_id = $',
  known_browsers: 'user_id = $',
  api_tokens: 'user_id = $',
  token_usage: tokens,
  refused_requests: tokens,
  activity: 'user_id = $',
  products: 'owner_id = $',
  bundle_items: 'bundle_id IN (SELECT id FROM products WHERE owner_id = $)',
  rentals: 'owner_id = $ OR tenant_id = $',
  rental_items: 'rental_id IN (SELECT id FROM rentals WHERE owner_id = $ OR tenant_id = $)',
  paid_accounts: 'user_id = $',
  idempotency_records: 'user_id = $',
};

/** What would help someone to sign in. */
const SECRETS = "'{hash,password_hash,form_key,key_hash,input_hash}'::text[]";

/** Yields the text of an object with a list of rows for each table. */
export async function* exportedUser(session: Session, userId: number): AsyncGenerator<string> {
  await session.run(BEGIN_EXPORT);
  let start = '{';
  for (const [table, condition] of Object.entries(ROWS_OF_USER)) {
    yield `${start}\n${JSON.stringify(table)}: [`;
    const where = condition.replaceAll('$', String(userId));
    let before = '\n';
    for await (const rows of readRows(
      session,
      `to_jsonb(t) - ${SECRETS} FROM ${quoted(table)} AS t WHERE ${where}`,
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
