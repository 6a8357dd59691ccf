// The tables in the database's catalog: columns with their types, keys, and an order for inserts.
import type { Session } from '../database/connection.ts';

interface Column {
  readonly name: string;
  /** In SQL, without a length: a cast to `varchar(255)` would truncate longer strings. */
  readonly type: string;
  /** Whether a row can be inserted without a value. */
  readonly isOptional: boolean;
  /** The sequence of its IDs, quoted for SQL. */
  readonly sequence: string | null;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** The column names of the primary key. */
  readonly key: readonly string[];
  /** The tables its foreign keys refer to. */
  readonly references: readonly string[];
}

/** Tables that triggers derive from the rows of others. */
export const DERIVED: readonly string[] = ['token_usage_days'];

/**
 * `_prisma_migrations` describes the schema, which the target already has. `deployment` has the environment, which the
 * file's header has too, and a key that each deployment creates for itself. `budgets` has the points of rate limits on
 * a server, for a few minutes; an embedded database counts them in memory. `usage_writers` is about the source's nodes.
 */
export const LEFT_OUT: readonly string[] = [
  '_prisma_migrations',
  'deployment',
  'budgets',
  'usage_writers',
  ...DERIVED,
];

/** Tables of extensions belong to the server, and generated columns to the database. */
const CATALOGUE = `
  SELECT coalesce(json_agg(json_build_object(
    'name', t.relname,
    'columns', (
      SELECT json_agg(json_build_object(
        'name', attname,
        'type', format_type(atttypid, NULL),
        'isOptional', NOT attnotnull OR atthasdef OR attidentity <> '',
        'sequence', pg_get_serial_sequence(quote_ident(t.relname), attname)
      ) ORDER BY attnum)
      FROM pg_attribute
      WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ),
    'key', (
      SELECT coalesce(json_agg(attname ORDER BY array_position(indkey::int2[], attnum)), '[]')
      FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = t.oid AND indisprimary
    ),
    'references', (
      SELECT coalesce(json_agg(confrelid::regclass), '[]')
      FROM pg_constraint WHERE conrelid = t.oid AND contype = 'f' AND confrelid <> t.oid
    )
  ) ORDER BY t.relname), '[]')::text
  FROM pg_class t
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
    AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = t.oid AND deptype = 'e')`;

/** The tables whose rows are moved, each after the ones it refers to. */
export async function readTables(session: Session): Promise<readonly Table[]> {
  const tables: Table[] = JSON.parse(String(await readValue(session, CATALOGUE)));
  return inOrder(tables.filter(({ name }) => !LEFT_OUT.includes(name)));
}

function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered = new Set<Table>();
  function add(table: Table): void {
    for (const other of tables)
      if (table.references.includes(other.name) && !ordered.has(other)) add(other);
    ordered.add(table);
  }
  for (const table of tables) add(table);
  return [...ordered];
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Columns or tables as an SQL list. */
export const listed = (names: readonly string[]): string => names.map(quoted).join(', ');

/** The value in the first column of the first row. */
export async function readValue(session: Session, sql: string): Promise<unknown> {
  const [row = {}] = await session.query<Record<string, unknown>>(sql);
  return Object.values(row)[0];
}

/** The columns with a sequence, by their names in a data file, such as `users.id`. */
export const sequencesIn = (tables: readonly Table[]) =>
  tables.flatMap((table) =>
    table.columns.flatMap(({ name, sequence }) =>
      sequence === null ? [] : [{ key: `${table.name}.${name}`, table, name, sequence }],
    ),
  );
