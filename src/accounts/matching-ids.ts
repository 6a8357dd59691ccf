// Finds rows by what has no index: the table is read by its ids, some thousand rows in each statement.
import { Prisma, type PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 20_000;

interface Rows {
  readonly table: string;
  /** One, or several with commas between. */
  readonly column: string;
  /** Ids that are not greater are left out. */
  readonly after?: number;
}

/** The first ids of the rows whose column meets a condition, in their order. */
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

/** All ids of such rows, those of one statement at a time. */
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
