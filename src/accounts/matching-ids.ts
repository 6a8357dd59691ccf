// Finds rows by a condition without an index: reads the table by ID, some thousand rows per statement.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 20_000;

interface Rows {
  readonly table: string;
  /** One, or several separated by commas. */
  readonly column: string;
  /** Skips IDs up to this one. */
  readonly after?: number;
}

/** The first IDs of matching rows, in order. */
export async function matchingIds(
  db: PrismaClient,
  { limit = Number.POSITIVE_INFINITY, ...rows }: Rows & { readonly limit?: number },
  condition: Prisma.Sql,
): Promise<number[]> {
  const found: number[] = [];
  for await (const ids of matchingParts(db, rows, condition)) {
    found.push(...ids);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** All IDs of matching rows, one statement's worth at a time. */
export async function* matchingParts(
  db: PrismaClient,
  { table, column, after = 0 }: Rows,
  condition: Prisma.Sql,
): AsyncGenerator<readonly number[]> {
  for (let last: number | null = after; last !== null; ) {
    const [part]: { last: number | null; ids: number[] }[] = await db.$queryRaw`
      WITH part AS MATERIALIZED (
        SELECT id, ${Prisma.raw(column)} FROM ${Prisma.raw(table)} WHERE id > ${last} ORDER BY id LIMIT ${ROWS_AT_ONCE})
      SELECT max(id) AS last, coalesce(array_agg(id ORDER BY id) FILTER (WHERE ${condition}), '{}') AS ids FROM part`;
    last = part?.last ?? null;
    yield part?.ids ?? [];
  }
}
