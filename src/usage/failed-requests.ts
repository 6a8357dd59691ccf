// Reads failed requests, grouped by kind.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { idsOfValues } from '../accounts/token-list.ts';
import { DAY_MILLISECONDS } from '../time.ts';
import type { FailedRequests } from './failure-entry.ts';

export interface FailedRequestFilter {
  /** Including the values it replaced. */
  readonly token?: number | undefined;
  /** The status of the error, as REST sends it. */
  readonly status?: number | undefined;
  /** The start of a day in UTC between the first and the last one of their kind. */
  readonly day?: Date | undefined;
  readonly requestIds?: readonly string[] | undefined;
}

const nextDay = (day: Date) => new Date(day.getTime() + DAY_MILLISECONDS);

const WITH_TOKEN = {
  include: { token: { select: { id: true, name: true, lastFour: true, version: true } } },
} as const;

type Row = Prisma.FailedRequestGetPayload<typeof WITH_TOKEN>;

export type FailedKind = FailedRequests & Pick<Row, 'token'>;

/** At most `size` kinds of a user's failed requests, latest first. */
export async function readFailedRequests(
  db: PrismaClient,
  userId: number,
  { token, status, day, requestIds }: FailedRequestFilter,
  size: number,
) {
  const found = await db.failedRequest.findMany({
    where: {
      token: { userId },
      ...(token !== undefined && { tokenId: { in: await idsOfValues(db, token) } }),
      ...(status !== undefined && { status }),
      ...(day && { at: { gte: day }, since: { lt: nextDay(day) } }),
      ...(requestIds && {
        OR: requestIds.map((requestId) => ({
          requests: { array_contains: [{ requestId }] },
        })),
      }),
    },
    orderBy: { at: 'desc' },
    take: size,
    ...WITH_TOKEN,
  });
  return found as unknown as FailedKind[];
}

/** The user's tokens that have failed requests, by name. */
export const tokensWithFailures = (db: PrismaClient, userId: number) =>
  db.apiToken.findMany({
    where: { userId, failedRequests: { some: {} } },
    select: WITH_TOKEN.include.token.select,
    orderBy: [{ name: 'asc' }, { id: 'desc' }],
    take: MOST_TOKENS,
  });

const MOST_TOKENS = 200;
