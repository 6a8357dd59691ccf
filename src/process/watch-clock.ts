// Warns if this node's clock differs from the database's: expiry and rate limits use the one, stored times the other.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Log } from '../log.ts';
import { HOUR_MILLISECONDS } from '../time.ts';

const MOST_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 300_000;

/** Checks now and then every five minutes; warns at most once an hour. An unreachable database is skipped. */
export function watchClock(
  db: PrismaClient,
  logger: Pick<Log, 'warn'>,
  onOffset?: (seconds: number) => void,
): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const offset = await clockOffset(db);
    onOffset?.(offset.seconds);
    if (!offset.isLarge || performance.now() - warnedAt < HOUR_MILLISECONDS) return;
    warnedAt = performance.now();
    logger.warn(
      { 'owner_api.clock_offset': offset.seconds },
      'the clocks of this node and the database differ by seconds',
    );
  };
  const lookOrNot = () => look().catch(() => {});
  void lookOrNot();
  setInterval(lookOrNot, LOOK_MILLISECONDS).unref();
}

/** By how much this node is ahead; `isLarge`: by more than the round trip to the database explains. */
async function clockOffset(db: PrismaClient): Promise<{ seconds: number; isLarge: boolean }> {
  const before = Date.now();
  const [row] = await db.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  const halfOfTrip = (Date.now() - before) / 2;
  const offset = before + halfOfTrip - row.now.getTime();
  return {
    seconds: offset / 1_000,
    isLarge: Math.abs(offset) > MOST_MILLISECONDS + halfOfTrip,
  };
}
