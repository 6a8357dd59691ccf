// Finds tokens of any user for operators: by value, and by the last four characters, which pages and logs of others show.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { matchingIds } from './matching-ids.ts';
import { HASH_SQL, hashToken } from './token-format.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

const FOUND_COLUMNS = { ...TOKEN_COLUMNS, user: { select: { email: true, disabledAt: true } } } as const;

export type FoundToken = NonNullable<Awaited<ReturnType<typeof findTokenByValue>>>;

export async function findTokenByValue(db: PrismaClient, value: string) {
  const [found] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM api_tokens WHERE ${Prisma.raw(HASH_SQL)} = decode(${hashToken(value)}, 'hex')`;
  return found ? db.apiToken.findUnique({ where: { id: found.id }, select: FOUND_COLUMNS }) : null;
}

export const findTokensOfUser = (db: PrismaClient, userId: number, where: Prisma.ApiTokenWhereInput) =>
  db.apiToken.findMany({ where: { ...where, userId }, select: FOUND_COLUMNS, orderBy: { id: 'desc' } });

/** Reads every token: no index has these characters, as an operator alone looks for them. */
export async function findTokensByEnd(db: PrismaClient, lastFour: string): Promise<FoundToken[]> {
  const condition = Prisma.sql`last_four = ${lastFour}`;
  const ids: number[] = [];
  for await (const found of matchingIds(db, { table: 'api_tokens', column: 'last_four' }, condition))
    ids.push(...found);
  return db.apiToken.findMany({ where: { id: { in: ids } }, select: FOUND_COLUMNS, orderBy: { id: 'desc' } });
}
