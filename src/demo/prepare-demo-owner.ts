// The demo owner of a starting node: an empty database gets the demo data, and each start a fresh token.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import type { NewToken } from '../accounts/tokens.ts';
import { PEOPLE } from './demo-data.ts';
import { inDemoTransaction } from './demo-transaction.ts';
import { issueDemoToken } from './issue-demo-token.ts';
import { hashDemoPasswords, seedDemoData } from './seed-demo-data.ts';

const TOKEN_NAME = 'Printed by npm start';

export interface DemoOwner {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly productId: number;
}

/** Undefined for a database with users but without the demo owner or a product of theirs. */
export async function prepareDemoOwner(
  db: PrismaClient,
  token: Pick<NewToken, 'environment' | 'version'>,
  now = new Date(),
): Promise<DemoOwner | undefined> {
  const passwordHashes = (await isEmpty(db)) ? await hashDemoPasswords() : undefined;
  return inDemoTransaction(db, async (tx) => {
    if (passwordHashes && (await isStillEmpty(tx))) await seedDemoData(tx, { passwordHashes, now });
    const { email, password } = PEOPLE.owner;
    const owner = await tx.user.findUnique({ where: { email }, select: { id: true } });
    if (!owner) return undefined;
    const where = { ownerId: owner.id };
    const product = await tx.product.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } });
    if (!product) return undefined;
    const { value } = await issueDemoToken(tx, { userId: owner.id, name: TOKEN_NAME, ...token });
    return { email, password, token: value, productId: product.id };
  });
}

/** Demo data is written whole or not at all, so a database with any user has all of it, or data of its own. */
const isEmpty = async (db: Prisma.TransactionClient) => (await db.user.findFirst({ select: { id: true } })) === null;

/**
 * Another node, or an operator, may have created users since. If not, ids start at 1: sequences keep the numbers that a
 * first start took before it was cut off.
 */
async function isStillEmpty(tx: Prisma.TransactionClient): Promise<boolean> {
  await tx.$executeRaw`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
  if (!(await isEmpty(tx))) return false;
  // Products and rentals belong to users: their tables are empty too.
  await tx.$queryRaw`
    SELECT setval(pg_get_serial_sequence(name, 'id'), 1, false) FROM unnest(ARRAY['users', 'products', 'rentals']) name`;
  return true;
}
