// The SQL of records, made from the fields of Prisma's models: expressions for a selection, and statements that write.
import { Prisma } from '../../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';
import type { Value } from '../connection.ts';

/** A selection like Prisma's `select`: columns, and relations with a selection and an order. */
export type Select = Readonly<Record<string, unknown>>;

/** Values of fields by their names in the model. */
export type Values = Readonly<Record<string, unknown>>;

type Field = ReturnType<typeof getDatamodel>['datamodel']['models'][string]['fields'][number];

export interface RecordSql {
  /** JSON: the values of the selected fields in their order. */
  readonly sql: string;
  readonly decode: (values: unknown) => unknown;
}

/** The table of each model, as the schema maps it. */
const TABLES = {
  ApiToken: 'api_tokens',
  Product: 'products',
  BundleItem: 'bundle_items',
  Rental: 'rentals',
  RentalItem: 'rental_items',
  PaidAccount: 'paid_accounts',
  User: 'users',
} as const satisfies Partial<Record<Prisma.ModelName, string>>;

export type StoredModel = keyof typeof TABLES;

/** The alias of the table in every statement. */
export const ROW = 'r';

const { models } = getDatamodel().datamodel;

const modelFields = new Map(
  Object.entries(models).map(([model, { fields }]) => [model, new Map(fields.map((field) => [field.name, field]))]),
);

export const tableOf = (model: StoredModel): string => TABLES[model];

/** The name of a column, or of an enum's type: the name in the schema, in snake case. */
export const columnOf = (name: string): string => name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** The field of a model. @throws a model has no such field: a mistake of the code. */
function modelField(model: StoredModel, name: string): Field {
  const field = modelFields.get(model)?.get(name);
  if (!field) throw new TypeError(`${model} has no field ${name}`);
  return field;
}

/** Whether a column can be without a value. */
export const isNullable = (model: StoredModel, name: string): boolean => !modelField(model, name).isRequired;

/** The type in SQL of the columns of each type of Prisma, and the value of its text in JSON. */
const TYPES: Readonly<Record<string, { readonly sql: string; readonly decode?: (value: string) => unknown }>> = {
  Int: { sql: 'int' },
  String: { sql: 'text' },
  Boolean: { sql: 'boolean' },
  Json: { sql: 'jsonb' },
  DateTime: { sql: 'timestamptz', decode: (value) => new Date(value) },
  Decimal: { sql: 'numeric', decode: (value) => new Prisma.Decimal(value) },
};

const columnType = ({ type, kind }: Field): string => (kind === 'enum' ? columnOf(type) : (TYPES[type]?.sql ?? 'text'));

/** A value of a field as the parameter of a statement. */
function encode({ type, kind }: Field, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (kind === 'enum') return String(value).toLowerCase();
  if (type === 'Json') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return type === 'Decimal' ? String(value) : (value as Value);
}

/** The expression and the decoder of a record in the row `row`. @throws beyond columns and relations: a mistake of the code. */
export function recordSql(model: StoredModel, select: Select, row = ROW): RecordSql {
  const wanted = Object.entries(select).filter(([, value]) => value !== undefined && value !== false);
  const fields = wanted.map(([name, value]) => {
    const field = modelField(model, name);
    return { name, ...(field.kind === 'object' ? relationSql(model, field, value, row) : columnSql(field, row)) };
  });
  return {
    sql: `json_build_array(${fields.map(({ sql }) => sql).join(', ')})`,
    decode(values) {
      const record: Record<string, unknown> = {};
      for (const [index, { name, decode }] of fields.entries()) {
        record[name] = decode((values as readonly unknown[])[index]);
      }
      return record;
    },
  };
}

const asStored = (value: unknown) => value;
const unlessNull = (decode: (value: string) => unknown) => (value: unknown) =>
  value === null ? null : decode(value as string);

/** The members of an enum are in upper case in Prisma, in lower case in the database. */
const toMember = (value: string) => value.toUpperCase();

function columnSql({ name, type, kind, isList }: Field, row: string): RecordSql {
  const column = `${row}.${columnOf(name)}`;
  if (kind === 'enum') {
    return { sql: column, decode: isList ? (values) => (values as string[]).map(toMember) : unlessNull(toMember) };
  }
  const known = TYPES[type];
  if (!known || isList) throw new TypeError(`no statement covers the column ${name}`);
  // As a JSON number a decimal would lose digits.
  const sql = type === 'Decimal' ? `${column}::text` : column;
  return { sql, decode: known.decode ? unlessNull(known.decode) : asStored };
}

function relationSql(model: StoredModel, field: Field, wanted: unknown, row: string): RecordSql {
  const { select, orderBy, ...others } = wanted as { select?: Select; orderBy?: unknown };
  const target = field.type as StoredModel;
  if (!select || !Object.hasOwn(TABLES, target) || Object.keys(others).length > 0) {
    throw new TypeError(`no statement covers this selection of ${field.name} of ${model}`);
  }
  const inner = `${row}_`;
  const { sql, decode } = recordSql(target, select, inner);
  const isOwn = field.relationFromFields?.length;
  const joined = isOwn
    ? `${inner}.id = ${row}.${keyColumn(field)}`
    : `${inner}.${keyColumn(otherSide(model, field))} = ${row}.id`;
  const from = `FROM ${tableOf(target)} ${inner} WHERE ${joined}`;
  if (!field.isList) return { sql: `(SELECT ${sql} ${from})`, decode: unlessNull(decode) };
  return {
    sql: `(SELECT coalesce(json_agg(${sql}${orderByClause(orderBy, inner)}), '[]') ${from})`,
    decode: (rows) => (rows as unknown[]).map(decode),
  };
}

/** The column of a relation, on the side that has one. Every relation of the schema refers to `id`. */
const keyColumn = ({ relationFromFields: [key = ''] = [] }: Field): string => columnOf(key);

/** The side of a relation that has its column. */
function otherSide(model: StoredModel, { type, relationName }: Field): Field {
  const isOther = (field: Field) => field.relationName === relationName && field.type === model;
  const other = models[type]?.fields.find((field) => isOther(field) && field.relationFromFields?.length);
  if (!other) throw new TypeError(`the relation ${relationName} has no other side`);
  return other;
}

function orderByClause(orderBy: unknown, row: string): string {
  const columns = [orderBy ?? []].flat().flatMap((one) => Object.entries(one as Record<string, 'asc' | 'desc'>));
  if (columns.length === 0) return '';
  return ` ORDER BY ${columns.map(([name, direction]) => `${row}.${columnOf(name)} ${direction}`).join(', ')}`;
}

const present = (values: Values) => Object.entries(values).filter(([, value]) => value !== undefined);

/** Updates the row that meets all conditions: a value, null, or one of a list of numbers. */
export function updateStatement(model: StoredModel, where: Values, values: Values, returning: string) {
  const parameters: Value[] = [];
  const parameter = (name: string, value: unknown) => {
    const field = modelField(model, name);
    const isMany = Array.isArray(value) && field.type === 'Int';
    const count = parameters.push(isMany ? value : encode(field, value));
    return `$${count}::${columnType(field)}${isMany ? '[]' : ''}`;
  };
  const assignments = present(values).map(([name, value]) => `${columnOf(name)} = ${parameter(name, value)}`);
  const tests = present(where).map(([name, value]) => {
    if (value === null) return `${columnOf(name)} IS NULL`;
    const typed = parameter(name, value);
    return `${columnOf(name)} = ${Array.isArray(value) ? `ANY(${typed})` : typed}`;
  });
  const sql = `UPDATE ${tableOf(model)} AS ${ROW} SET ${[...assignments, 'updated_at = now()'].join(', ')}
    WHERE ${tests.join(' AND ')} RETURNING ${returning}::text`;
  return { sql, parameters };
}

/** The fields of an insert: those that are given, and those that are null without a value, so that most inserts are alike. */
export const insertedFields = (model: StoredModel, values: Values): string[] =>
  [...(modelFields.get(model)?.values() ?? [])]
    .filter(({ name, kind, isRequired }) => values[name] !== undefined || (kind !== 'object' && !isRequired))
    .map(({ name }) => name);

/** The columns of new records, and their names and types in a list of JSON objects. */
export function insertColumns(model: StoredModel, names: readonly string[]) {
  const definition = (name: string) => `${columnOf(name)} ${columnType(modelField(model, name))}`;
  return { columns: names.map(columnOf).join(', '), definitions: names.map(definition).join(', ') };
}

/**
 * Inserts several records: `$1` is a list of JSON objects, `returning` an expression of the row `r`. The statement returns
 * ids too, which rise in the order of the list.
 */
export function insertText(model: StoredModel, names: readonly string[], returning: string): string {
  const { columns, definitions } = insertColumns(model, names);
  return `INSERT INTO ${tableOf(model)} AS ${ROW} (${columns}, updated_at)
    SELECT ${columns}, now() FROM ROWS FROM (json_to_recordset($1::json) AS (${definitions})) WITH ORDINALITY AS given
    ORDER BY ordinality RETURNING ${ROW}.id, ${returning}::text`;
}

/** A new record as an object for JSON, with the names of its columns. */
export const jsonRow = (model: StoredModel, values: Values): Values =>
  Object.fromEntries(
    present(values).map(([name, value]) => {
      const field = modelField(model, name);
      return [columnOf(name), field.type === 'Json' ? value : encode(field, value)];
    }),
  );
