// Finds rows by what has no index: the table is read by its ids, some thousand rows in each statement.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 20_000;

interface Rows {
  readonly table: string;
  readonly column: string;
  /** Ids that are not greater are left out. */
  readonly after?: number;
  readonly limit?: number;
}

/** The first ids of the rows whose column meets a condition, in their order. */
export async function matchingIds(
  db: PrismaClient,
  { table, column, after = 0, limit = Number.POSITIVE_INFINITY }: Rows,
  condition: Prisma.Sql,
): Promise<number[]> {
  const found: number[] = [];
  for (let last: number | null = after; last !== null && found.length < limit; ) {
    const [part]: { last: number | null; ids: number[] }[] = await db.$queryRaw`
      WITH part AS MATERIALIZED (
        SELECT id, ${Prisma.raw(column)} FROM ${Prisma.raw(table)} WHERE id > ${last} ORDER BY id LIMIT ${ROWS_AT_ONCE})
      SELECT max(id) AS last, coalesce(array_agg(id ORDER BY id) FILTER (WHERE ${condition}), '{}') AS ids FROM part`;
    last = part?.last ?? null;
    found.push(...(part?.ids ?? []));
  }
  return found.slice(0, limit);
}
