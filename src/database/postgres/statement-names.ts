// Names for prepared statements; PostgreSQL parses a named one once for each connection.

/** A bound, because statements stay prepared as long as their connection and GraphQL selections vary. */
const maxNames = 500;

/** One name for each SQL text, up to the bound; any further text has the name '' (none). */
export function statementNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}
