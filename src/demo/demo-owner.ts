// The demo people at a start: the demo data in an empty database, fresh tokens, and no known password where others reach it.
import { hashPassword, randomPassword, verifyPassword } from '../accounts/passwords.ts';
import { commandOrigin } from '../accounts/security-events.ts';
import { type NewToken, newTokenRow } from '../accounts/tokens.ts';
import type { DatabaseLog, Statements } from '../database/connection.ts';
import type { Database } from '../database/open-database.ts';
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

/** A token that is refused from the start. */
interface Ended {
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
}

/** A fresh token of each user, and two of the owner that are refused: one is expired, one revoked. */
export async function issueDemoTokens(
  statements: Statements,
  users: DemoUsers,
  token: Pick<NewToken, 'environment' | 'version' | 'name'>,
): Promise<DemoTokens> {
  const now = new Date();
  // The beginning of the day before, in UTC: in the past by the clock of the database too.
  const yesterday = new Date(new Date(now).setUTCHours(-24, 0, 0, 0));
  const wanted: [kind: string, userId: number, ended?: Ended][] = [
    ...Object.entries(users),
    ['expired', users.owner, { expiresAt: yesterday }],
    ['revoked', users.owner, { revokedAt: now }],
  ];
  const tokens: Record<string, string> = {};
  for (const [kind, userId, ended] of wanted) {
    const name = ended ? `${token.name}, ${kind}` : token.name;
    tokens[kind] = await issueDemoToken(statements, { ...token, userId, name }, ended);
  }
  return tokens as DemoTokens;
}

/** Unused tokens of one name, with the fresh one: several nodes that start together print one each. */
const UNUSED_TOKENS_KEPT = 10;

/** Creates a token and removes the oldest unused ones of the same name. It needs no query compiler, for a fast start. */
async function issueDemoToken(
  statements: Statements,
  token: NewToken,
  { expiresAt, revokedAt }: Ended = {},
): Promise<string> {
  const { value, row } = newTokenRow(token);
  await statements.write(
    `DELETE FROM api_tokens WHERE id IN (
      SELECT id FROM api_tokens WHERE user_id = $1 AND name = $2 AND last_used_at IS NULL
      ORDER BY id DESC OFFSET ${UNUSED_TOKENS_KEPT - 1})`,
    [token.userId, token.name],
  );
  const { through, owner } = commandOrigin();
  await statements.write(
    `WITH made AS (
      INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version, expires_at, revoked_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, user_id, name)
    INSERT INTO activity (user_id, action, through, process_owner, token_id, token_name)
    SELECT user_id, 'token-created', $9, $10, id, name FROM made`,
    [
      ...[row.userId, row.name, row.hash, row.prefix, row.lastFour, row.version],
      ...[expiresAt?.toISOString() ?? null, revokedAt?.toISOString() ?? null, through, owner],
    ],
  );
  return value;
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
