// Reads the rows of a list that may be long, some at a time.

const ROWS_AT_ONCE = 500;

const partAfter = (id: number) =>
  ({ where: { id: { gt: id } }, orderBy: { id: 'asc' }, take: ROWS_AT_ONCE }) as const;

/** All rows that `find` finds in parts, by ID. */
export async function* inParts<Row extends { readonly id: number }>(
  find: (part: ReturnType<typeof partAfter>) => Promise<Row[]>,
) {
  let rows: Row[] = [];
  do {
    rows = await find(partAfter(rows.at(-1)?.id ?? 0));
    yield* rows;
  } while (rows.length === ROWS_AT_ONCE);
}
