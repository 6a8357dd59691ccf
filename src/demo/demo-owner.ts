// The demo people at a start: the demo data in an empty database, fresh tokens, and no known password where others reach it.
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { commandOrigin } from '../accounts/security-events.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { DatabaseLog, Statements } from '../database/connection.ts';
import { retryOnConflict } from '../database/database-errors.ts';
import type { Database } from '../database/open-database.ts';
import { jsonRow } from '../database/records/record-sql.ts';
import { PEOPLE, PERSON_NAMES, type Person } from './demo-data.ts';
import { inDemoTransaction, seedEmptyDatabase } from './seed-demo-data.ts';

/** Ids; people other than the owner may be missing. */
type DemoUsers = Readonly<Partial<Record<Person, number>> & { owner: number }>;

type DemoTokens = Readonly<Partial<Record<Person, string>> & Record<'owner' | 'expired' | 'revoked', string>>;

export interface DemoOwner {
  readonly email: string;
  /** Undefined where it is not known any more: it was printed when it was made. */
  readonly password: string | undefined;
  readonly productId: number;
  readonly tokens: DemoTokens;
}

/**
 * Undefined for a database with users but without the demo owner or a product of theirs. Statements are used unless the
 * database is empty: the query compiler of Prisma takes 30 MB.
 */
export async function prepareDemoOwner(
  { db, statements }: Pick<Database, 'db' | 'statements'>,
  token: Pick<NewToken, 'environment' | 'version'>,
  now = new Date(),
  log?: DatabaseLog,
): Promise<DemoOwner | undefined> {
  if ((await statements.read('SELECT 1 FROM users LIMIT 1', [])).length === 0) {
    log?.info('Writing the demo data …');
    await inDemoTransaction(db, (tx) => seedEmptyDatabase(tx, now));
  }
  const people = ['owner', 'reader', 'rival'] as const;
  const found = await statements.read(
    `SELECT email, users.id, min(products.id) FROM users LEFT JOIN products ON owner_id = users.id
    WHERE email = ANY($1::text[]) GROUP BY users.id`,
    [people.map((person) => PEOPLE[person].email)],
  );
  const rowOf = (person: Person) => found.find(([email]) => email === PEOPLE[person].email);
  const productId = rowOf('owner')?.[2] as number | null | undefined;
  if (!productId) return undefined;
  const users = people.flatMap((person) => (rowOf(person) ? [[person, rowOf(person)?.[1]]] : []));
  const named = { ...token, name: 'Printed by npm start' };
  const tokens = await issueDemoTokens(statements, Object.fromEntries(users), named);
  const { email, password } = PEOPLE.owner;
  return { email, password, productId, tokens };
}

/** Unused tokens of one name, with the fresh one: several nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

/**
 * Creates the tokens of a JSON list, and removes the oldest unused ones of the same names; without Prisma's query compiler, for a
 * fast start.
 */
const ISSUE = `
  WITH given AS (
    SELECT * FROM json_to_recordset($1::json) AS (user_id int, name text, hash text, prefix text, last_four text,
      version text, expires_at timestamptz, revoked_at timestamptz)
  ), removed AS (
    DELETE FROM api_tokens WHERE id IN (
      SELECT old.id FROM given, LATERAL (
        SELECT id FROM api_tokens WHERE user_id = given.user_id AND name = given.name AND last_used_at IS NULL
        ORDER BY id DESC OFFSET ${UNUSED_TOKENS_KEPT - 1}) AS old)
  ), made AS (
    INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version, expires_at, revoked_at)
    SELECT * FROM given RETURNING id, user_id, name)
  INSERT INTO activity (user_id, action, through, process_owner, token_id, token_name)
  SELECT user_id, 'token-created', $2, $3, id, name FROM made`;

/** A fresh token of each user, and two of the owner that are refused: one is expired, one revoked. */
export async function issueDemoTokens(
  statements: Statements,
  users: DemoUsers,
  token: Pick<NewToken, 'environment' | 'version' | 'name'>,
): Promise<DemoTokens> {
  const revokedAt = new Date();
  // The beginning of the day before, in UTC: in the past by the clock of the database too.
  const expiresAt = new Date(new Date(revokedAt).setUTCHours(-24, 0, 0, 0));
  const fresh = Object.entries(users).map(([kind, userId]) => ({ kind, userId, name: token.name, ended: {} }));
  const refused = [
    { kind: 'expired', userId: users.owner, name: `${token.name}, expired`, ended: { expires_at: expiresAt } },
    { kind: 'revoked', userId: users.owner, name: `${token.name}, revoked`, ended: { revoked_at: revokedAt } },
  ];
  const made = [...fresh, ...refused].map(({ kind, userId, name, ended }) => {
    const { value, row } = newTokenRow({ ...token, userId, name });
    return { kind, value, row: { ...jsonRow('ApiToken', row), ...ended } };
  });
  const { through, owner } = commandOrigin();
  const rows = JSON.stringify(made.map(({ row }) => row));
  await retryOnConflict(() => statements.write(ISSUE, [rows, through, owner]));
  return Object.fromEntries(made.map(({ kind, value }) => [kind, value])) as DemoTokens;
}

/**
 * Takes the known passwords of the demo people away and ends their sessions. The owner gets a random password, which is returned;
 * undefined if the owner has another one already. Of nodes that start together, one alone returns it.
 */
export async function replaceKnownPasswords(statements: Statements): Promise<string | undefined> {
  const { through, owner } = commandOrigin();
  let owners: string | undefined;
  for (const person of PERSON_NAMES) {
    const { email, password } = PEOPLE[person];
    const [found] = await statements.read('SELECT password_hash FROM users WHERE email = $1', [email]);
    const [hash] = (found ?? []) as [(string | null)?];
    if (!hash || !(await verifyPassword(password, hash))) continue;
    const fresh = person === 'owner' ? randomPassword() : undefined;
    const changed = await statements.write(
      `WITH changed AS (UPDATE users SET password_hash = $1 WHERE email = $2 AND password_hash = $3 RETURNING id),
      ended AS (DELETE FROM sessions WHERE user_id IN (SELECT id FROM changed)),
      forgotten AS (DELETE FROM known_browsers WHERE user_id IN (SELECT id FROM changed))
      INSERT INTO activity (user_id, action, through, process_owner) SELECT id, 'password-changed', $4, $5 FROM changed
      RETURNING user_id`,
      [fresh ? await hashPassword(fresh) : null, email, hash, through, owner],
    );
    if (changed.length > 0 && fresh) owners = fresh;
  }
  return owners;
}
