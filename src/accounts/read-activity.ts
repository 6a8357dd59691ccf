// Reads a user's activity, latest first.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

interface ActivityFilter {
  /** As the token of the act, or as the one replaced by a roll. */
  readonly token?: number | undefined;
  readonly since?: Date | undefined;
  /** Only rows older than the one with this ID. */
  readonly before?: bigint | undefined;
}

/** At most `size` rows, and whether there are older ones. */
export async function readActivity(
  db: PrismaClient,
  userId: number,
  { token, since, before }: ActivityFilter,
  size: number,
) {
  const found = await db.activity.findMany({
    where: {
      userId,
      ...(before !== undefined && { id: { lt: before } }),
      ...(token !== undefined && { OR: [{ tokenId: token }, { predecessorId: token }] }),
      ...(since && { at: { gte: since } }),
    },
    orderBy: { id: 'desc' },
    take: size + 1,
  });
  return { rows: found.slice(0, size), hasOlder: found.length > size };
}

export type ActivityRow = Awaited<ReturnType<typeof readActivity>>['rows'][number];
