// Compiles a Prisma selection into an SQL expression, the record of a row as JSON, and into its decoder.
import { Prisma } from '../../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../../prisma/generated/pothos.ts';
import type { Value } from '../statements.ts';

/** A selection like Prisma's `select`: columns, and relations with a selection and an order. */
export type Select = Readonly<Record<string, unknown>>;

type Field = ReturnType<typeof getDatamodel>['datamodel']['models'][string]['fields'][number];

export interface RecordShape {
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

const { models } = getDatamodel().datamodel;

const modelFields = new Map(
  Object.entries(models).map(([model, { fields }]) => [model, new Map(fields.map((field) => [field.name, field]))]),
);

export const tableOf = (model: StoredModel): string => TABLES[model];

/** The name of a column, or of an enum's type: the name in the schema, in snake case. */
export function columnOf(name: string): string {
  const known = columnNames.get(name) ?? name.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  columnNames.set(name, known);
  return known;
}

const columnNames = new Map<string, string>();

const COLUMN_TYPES: Readonly<Record<string, string>> = {
  Int: 'int',
  String: 'text',
  Boolean: 'boolean',
  Json: 'jsonb',
  DateTime: 'timestamptz',
  Decimal: 'numeric',
};

export const columnType = ({ type, kind }: Field): string =>
  kind === 'enum' ? columnOf(type) : (COLUMN_TYPES[type] ?? 'text');

/** A value of a field as the parameter of a statement. */
export function encode({ type, kind }: Field, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (kind === 'enum') return String(value).toLowerCase();
  if (type === 'Json') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  return type === 'Decimal' ? String(value) : (value as Value);
}

/** Whether each write sets `updatedAt`. */
export const hasUpdatedAt = (model: StoredModel): boolean => modelFields.get(model)?.has('updatedAt') ?? false;

/** The field of a model. @throws a model has no such field: a mistake of the code. */
export function modelField(model: StoredModel, name: string): Field {
  const field = modelFields.get(model)?.get(name);
  if (!field) throw new TypeError(`${model} has no field ${name}`);
  return field;
}

/** Whether a column can be without a value. */
export const isNullable = (model: StoredModel, name: string): boolean => !modelField(model, name).isRequired;

/** The expression and the decoder of a record in the row `row`. @throws beyond columns and relations: a mistake of the code. */
export function recordShape(model: StoredModel, select: Select, row: string): RecordShape {
  const wanted = Object.entries(select).filter(([, value]) => value !== undefined && value !== false);
  const names = wanted.map(([name]) => name);
  const shapes = wanted.map(([name, value]) => {
    const field = modelField(model, name);
    return field.kind === 'object' ? relationShape(model, field, value, row) : columnShape(field, row);
  });
  return {
    sql: `json_build_array(${shapes.map(({ sql }) => sql).join(', ')})`,
    decode(values) {
      const record: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) {
        record[name] = shapes[index]?.decode((values as readonly unknown[])[index]);
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

const DECODERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  Int: asStored,
  String: asStored,
  Boolean: asStored,
  Json: asStored,
  DateTime: unlessNull((value) => new Date(value)),
  Decimal: unlessNull((value) => new Prisma.Decimal(value)),
};

function columnShape({ name, type, kind, isList }: Field, row: string): RecordShape {
  const column = `${row}.${columnOf(name)}`;
  if (kind === 'enum') {
    const decode = isList ? (values: unknown) => (values as string[]).map(toMember) : unlessNull(toMember);
    return { sql: column, decode };
  }
  const decode = DECODERS[type];
  if (!decode || isList) throw new TypeError(`no statement covers the column ${name}`);
  // As a JSON number a decimal would lose digits.
  return { sql: type === 'Decimal' ? `${column}::text` : column, decode };
}

function relationShape(model: StoredModel, field: Field, wanted: unknown, row: string): RecordShape {
  const { select, orderBy, ...others } = wanted as { select?: Select; orderBy?: unknown };
  const target = field.type as StoredModel;
  if (!select || !Object.hasOwn(TABLES, target) || Object.keys(others).length > 0) {
    throw new TypeError(`no statement covers this selection of ${field.name} of ${model}`);
  }
  const inner = `${row}_`;
  const { sql, decode } = recordShape(target, select, inner);
  const from = `FROM ${tableOf(target)} ${inner} WHERE`;
  if (!field.isList) {
    const isOwn = field.relationFromFields?.length;
    const condition = isOwn
      ? `${inner}.id = ${row}.${foreignKeyColumn(field)}`
      : `${inner}.${foreignKeyColumn(backRelation(model, field))} = ${row}.id`;
    return { sql: `(SELECT ${sql} ${from} ${condition})`, decode: unlessNull(decode) };
  }
  const back = backRelation(model, field);
  return {
    sql: `(SELECT coalesce(json_agg(${sql}${orderByClause(orderBy, inner)}), '[]') ${from} ${inner}.${foreignKeyColumn(back)} = ${row}.id)`,
    decode: (rows) => (rows as unknown[]).map(decode),
  };
}

/** The column of a relation, on the side that has one. Every relation of the schema refers to `id`. */
function foreignKeyColumn({ name, relationFromFields }: Field): string {
  const [key] = relationFromFields ?? [];
  if (key === undefined) throw new TypeError(`the relation ${name} has no column`);
  return columnOf(key);
}

/** The side of a relation that has its column. */
function backRelation(model: StoredModel, { type, relationName }: Field): Field {
  const back = models[type]?.fields.find(
    (field) => field.relationName === relationName && field.type === model && field.relationFromFields?.length,
  );
  if (!back) throw new TypeError(`the relation ${relationName} has no other side`);
  return back;
}

function orderByClause(orderBy: unknown, row: string): string {
  const columns = [orderBy ?? []].flat().flatMap((one) => Object.entries(one as Record<string, 'asc' | 'desc'>));
  if (columns.length === 0) return '';
  return ` ORDER BY ${columns.map(([name, direction]) => `${row}.${columnOf(name)} ${direction}`).join(', ')}`;
}
