// The demo owner of a node at its start: an empty database gets the demo data, and each start a fresh token.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { NewToken } from '../accounts/tokens.ts';
import type { DatabaseLog } from '../database/connection.ts';
import type { Database } from '../database/open-database.ts';
import { PEOPLE, type Person } from './demo-data.ts';
import { inDemoTransaction } from './demo-transaction.ts';
import { type DemoTokens, issueDemoTokens } from './issue-demo-token.ts';
import { seedDemoData } from './seed-demo-data.ts';

const TOKEN_NAME = 'Printed by npm start';

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
    await inDemoTransaction(db, async (tx) => {
      if (await isStillEmpty(tx)) await seedDemoData(tx, now);
    });
  }
  const { email, password } = PEOPLE.owner;
  const [owner] = await statements.read(
    `SELECT owner_id, min(id) FROM products
    WHERE owner_id = (SELECT id FROM users WHERE email = $1) GROUP BY owner_id`,
    [email],
  );
  if (!owner) return undefined;
  const [userId, productId] = owner as [number, number];
  const others: Partial<Record<Person, number>> = {};
  for (const person of ['reader', 'rival'] as const) {
    const [found] = await statements.read('SELECT id FROM users WHERE email = $1', [PEOPLE[person].email]);
    if (found) others[person] = found[0] as number;
  }
  const users = { owner: userId, ...others };
  return {
    email,
    password,
    productId,
    tokens: await issueDemoTokens(statements, users, { ...token, name: TOKEN_NAME }),
  };
}

/**
 * Another node, or an operator, may have created users meanwhile. If not, sequences are set to 1, where the role may: an
 * interrupted start may have advanced them.
 */
async function isStillEmpty(tx: Prisma.TransactionClient): Promise<boolean> {
  await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
  // Demo data is written whole or not at all, so a database with any user has all of it, or data of its own.
  if (await tx.user.findFirst({ select: { id: true } })) return false;
  // Products and rentals belong to users: their tables are empty too.
  await tx.$queryRaw`
    SELECT setval(sequence, 1, false)
    FROM unnest(ARRAY['users', 'products', 'rentals']) name, pg_get_serial_sequence(name, 'id') sequence
    WHERE has_sequence_privilege(sequence, 'UPDATE')`;
  return true;
}
