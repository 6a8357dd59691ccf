// Finds tokens of any user for operators: by value, and by the last four characters, which pages and logs of others show.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';
import { matchingIds } from './matching-ids.ts';
import { hashToken } from './token-format.ts';
import { TOKEN_COLUMNS } from './tokens.ts';

const FOUND_COLUMNS = { ...TOKEN_COLUMNS, user: { select: { email: true, disabledAt: true } } } as const;

export type FoundToken = NonNullable<Awaited<ReturnType<typeof findTokenByValue>>>;

export const findTokenByValue = (db: PrismaClient, value: string) =>
  db.apiToken.findUnique({ where: { hash: hashToken(value) }, select: FOUND_COLUMNS });

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
