// The marks of the nodes: the instant up to which each has written what it counted, for pages that other nodes make.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Writes } from './writes.ts';

/** Of a node that is behind its usual rounds. */
const BEHIND_SECONDS = 30;

/** A node that is silent for so long has ended; so long an old value of a token has to be quiet, too. */
const GONE_HOURS = 1;

/** Both in milliseconds by the clock of this node; a mark that is not renewed grows old by that of the database. */
export async function writeMark(statements: Writes, node: string, writtenTo: number): Promise<void> {
  const sql = `
    INSERT INTO usage_writers (node, written_to, seen_at)
    VALUES ($1, now() - make_interval(secs => $2::float8), now())
    ON CONFLICT (node) DO UPDATE SET written_to = EXCLUDED.written_to, seen_at = EXCLUDED.seen_at`;
  await statements.write(sql, [node, (Date.now() - writtenTo) / 1_000]);
}

export async function dropMark(statements: Writes, node: string): Promise<void> {
  await statements.write('DELETE FROM usage_writers WHERE node = $1', [node]);
}

/** The instant from which on the usage of a node is missing; null while all nodes write. */
export async function readBehindSince(db: PrismaClient): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ since: Date | null }[]>`
    SELECT min(written_to) AS since FROM usage_writers
    WHERE seen_at > now() - make_interval(hours => ${GONE_HOURS}::int)
      AND written_to < now() - make_interval(secs => ${BEHIND_SECONDS}::int)`;
  return row?.since ?? null;
}
