// Names for prepared statements: PostgreSQL plans a named one once for each connection.
import type { SqlQuery } from '@prisma/driver-adapter-utils';

/** Statements stay prepared as long as their connection, so clients that vary their selections must not add more. */
const maxNames = 500;

/** One name for one text, the first of them only; any further text stays without a name (''). */
export function statementNames(): (query: SqlQuery) => string {
  const names = new Map<string, string>();
  return ({ sql, args }) => {
    if (args.length === 0) return '';
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
