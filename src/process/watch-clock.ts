// Warns where the clock of this node differs from that of the database: expiry and rate limits go by the one, what is stored by the other.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Log } from '../log.ts';
import { HOUR_MILLISECONDS } from '../time.ts';

const MOST_MILLISECONDS = 2_000;

/** Looks at once and then every hour; a database that is away has no clock. */
export function watchClock(db: PrismaClient, logger: Pick<Log, 'warn'>): void {
  const look = () => warnOfDifference(db, logger).catch(() => {});
  void look();
  setInterval(look, HOUR_MILLISECONDS).unref();
}

export async function warnOfDifference(db: PrismaClient, logger: Pick<Log, 'warn'>): Promise<void> {
  const before = Date.now();
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  const halfOfTrip = (Date.now() - before) / 2;
  if (!row) return;
  const offset = before + halfOfTrip - row.now.getTime();
  if (Math.abs(offset) <= MOST_MILLISECONDS + halfOfTrip) return;
  logger.warn(
    { 'owner_api.clock_offset': offset / 1_000 },
    'the clock of this node differs from that of the database, by seconds',
  );
}
