// Reads a user's activity, latest first: a page of it by row ID, or all of it in parts.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import type { Action } from './security-events.ts';

export interface ActivityFilter {
  readonly action?: Action;
  /** As the token of the act, or as the one replaced by a roll. */
  readonly token?: number;
  /** The first and last day in UTC. */
  readonly from?: Date;
  readonly to?: Date;
}

const rowsOf = (
  userId: number,
  { action, token, from, to }: ActivityFilter,
): Prisma.ActivityWhereInput => ({
  userId,
  ...(action && { action }),
  ...(token && { OR: [{ tokenId: token }, { predecessorId: token }] }),
  at: { ...(from && { gte: from }), ...(to && { lt: new Date(to.getTime() + DAY_MILLISECONDS) }) },
});

/** At most `size` rows right before or after an ID, and whether there are newer and older ones. */
export async function readActivity(
  db: PrismaClient,
  userId: number,
  {
    before,
    after,
    ...filter
  }: ActivityFilter & { readonly before?: bigint; readonly after?: bigint },
  size: number,
) {
  const isBackwards = after !== undefined;
  const id = isBackwards ? { gt: after } : before !== undefined ? { lt: before } : {};
  const found = await db.activity.findMany({
    where: { ...rowsOf(userId, filter), id },
    orderBy: { id: isBackwards ? 'asc' : 'desc' },
    take: size + 1,
  });
  const rows = found.slice(0, size);
  const hasMore = found.length > size;
  return isBackwards
    ? { rows: rows.reverse(), hasNewer: hasMore, hasOlder: true }
    : { rows, hasNewer: before !== undefined, hasOlder: hasMore };
}

export type ActivityRow = Awaited<ReturnType<typeof readActivity>>['rows'][number];

const ROWS_READ = 1_000;

/** All rows that match; each part is read on demand, and rows added since the first one are skipped. */
export async function* readAllActivity(db: PrismaClient, userId: number, filter: ActivityFilter) {
  let before: bigint | undefined;
  do {
    const place = before === undefined ? {} : { before };
    const { rows, hasOlder } = await readActivity(db, userId, { ...filter, ...place }, ROWS_READ);
    yield rows;
    before = hasOlder ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
}
