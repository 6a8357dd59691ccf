// Finds rows by what has no index: the table is read by its ids, some thousand rows in each statement.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 20_000;

/** The ids beyond `after` of rows whose column meets a condition, in their order; an empty list where a part has none. */
export async function* matchingIds(
  db: PrismaClient,
  { table, column, after = 0 }: { readonly table: string; readonly column: string; readonly after?: number },
  condition: Prisma.Sql,
): AsyncGenerator<readonly number[]> {
  const [from, read] = [Prisma.raw(table), Prisma.raw(column)];
  for (let last: number | null = after; last !== null; ) {
    const [part]: { last: number | null; ids: number[] }[] = await db.$queryRaw`
      WITH part AS MATERIALIZED (
        SELECT id, ${read} FROM ${from} WHERE id > ${last} ORDER BY id LIMIT ${ROWS_AT_ONCE})
      SELECT max(id) AS last, coalesce(array_agg(id ORDER BY id) FILTER (WHERE ${condition}), '{}') AS ids FROM part`;
    last = part?.last ?? null;
    if (part) yield part.ids;
  }
}
