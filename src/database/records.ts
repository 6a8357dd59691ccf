// Reads and writes records by prepared statements, with the selections and the results of Prisma's client.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { BatchedReads, type Key } from './batched-reads.ts';
import {
  columnOf,
  encode,
  fieldOf,
  type RecordShape,
  recordShape,
  type Select,
  type StoredModel,
  tableOf,
  typeOf,
} from './record-shape.ts';
import type { Row, Statements, Value } from './statements.ts';

interface Selection {
  readonly select?: Select;
}

/** Values of fields by their names in the model. */
export type Values = Readonly<Record<string, unknown>>;

/** The unique field by which the records of a model are read. */
const KEYS = { Product: 'id', Rental: 'id', ApiToken: 'hash' } as const satisfies Partial<Record<StoredModel, string>>;

type KeyedModel = keyof typeof KEYS;

/** Statements of reads that are kept: those of REST, and of the GraphQL documents in use. */
const MOST_READS = 500;

/** The alias of the table in every statement. */
const ROW = 'r';

export class Records {
  readonly #statements: Statements;
  readonly #db: PrismaClient;
  /** By the selection itself: those of REST and of prepared documents are the same objects each time. */
  readonly #bySelect = new WeakMap<Select, BatchedReads>();
  readonly #bySql = new Map<string, BatchedReads>();

  constructor(statements: Statements, db: PrismaClient) {
    this.#statements = statements;
    this.#db = db;
  }

  /** The record with this key, or null. Prisma reads a selection that is not covered by statements. */
  async find<Result>(model: KeyedModel, key: Key, { select }: Selection): Promise<Result | null> {
    const reads = select && (this.#bySelect.get(select) ?? this.#readsOf(model, select));
    return (reads ? reads.read(key) : this.#findByPrisma(model, key, select)) as Promise<Result | null>;
  }

  /** The records with these keys, in no order. */
  async findAll<Result>(model: KeyedModel, keys: readonly Key[], select: Select): Promise<Result[]> {
    const reads = this.#bySelect.get(select) ?? this.#readsOf(model, select);
    if (!reads) throw new TypeError(`no statement covers this selection of ${model}`);
    return [...(await reads.readAll(keys)).values()] as Result[];
  }

  /** Inserts a record. `mayWait`: the insert may wait for another transaction. */
  async create<Result>(
    model: StoredModel,
    fields: Values,
    { select = ID }: Selection,
    { mayWait = false } = {},
  ): Promise<Result> {
    const shape = shapeOf(model, select);
    const parameters = new Parameters();
    const { columns, row: values } = insertOf(parameters, model, fields);
    const sql = `INSERT INTO ${tableOf(model)} AS ${ROW} (${columns}) VALUES (${values}) RETURNING ${shape.sql}::text`;
    const [row] = await this.#statements[mayWait ? 'write' : 'append'](sql, parameters.given);
    return shape.decode(JSON.parse(row?.[0] as string)) as Result;
  }

  /** Updates the record that fulfils all conditions: a value, null, or one of a list. Null where there is none. */
  async update<Result>(
    model: StoredModel,
    where: Values,
    values: Values,
    { select = ID }: Selection,
  ): Promise<Result | null> {
    const shape = shapeOf(model, select);
    const parameters = new Parameters();
    const assignments = present(values).map(
      ([name, value]) => `${columnOf(name)} = ${parameters.of(model, name, value)}`,
    );
    const conditions = present(where).map(([name, value]) => testOf(parameters, model, name, value));
    const rows = await this.#statements.write(
      `UPDATE ${tableOf(model)} AS ${ROW} SET ${[...assignments, 'updated_at = now()'].join(', ')}
       WHERE ${conditions.join(' AND ')} RETURNING ${shape.sql}::text`,
      parameters.given,
    );
    return rows[0] ? (shape.decode(JSON.parse(rows[0][0] as string)) as Result) : null;
  }

  /** Runs a statement of the caller's own, which may wait for a lock. */
  write(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#statements.write(sql, values);
  }

  #readsOf(model: KeyedModel, select: Select): BatchedReads | undefined {
    const key = KEYS[model];
    // The key is the first value, by which the record of a batch is found.
    const shape = recordShape(model, select, ROW);
    if (!shape) return undefined;
    const type = typeOf(fieldOf(model, key));
    const sql = `SELECT ${ROW}.${key}, ${shape.sql}::text FROM ${tableOf(model)} AS ${ROW} WHERE ${ROW}.${key} = ANY($1::${type}[])`;
    const reads = this.#bySql.get(sql) ?? new BatchedReads(this.#statements, { sql, decode: shape.decode });
    if (this.#bySql.size < MOST_READS) this.#bySql.set(sql, reads);
    this.#bySelect.set(select, reads);
    return reads;
  }

  #findByPrisma(model: KeyedModel, key: Key, select: Select | undefined): Promise<unknown> {
    const where = { [KEYS[model]]: key };
    const delegates = { Product: this.#db.product, Rental: this.#db.rental, ApiToken: this.#db.apiToken };
    const delegate = delegates[model] as unknown as { findUnique(query: object): Promise<unknown> };
    return delegate.findUnique({ where, ...(select && { select }) });
  }
}

const ID = { id: true };

/** @throws the selection is not covered: those of writes are. */
function shapeOf(model: StoredModel, select: Select): RecordShape {
  const known = shapes.get(select);
  if (known) return known;
  const shape = recordShape(model, select, ROW);
  if (!shape) throw new TypeError(`no statement covers this selection of ${model}`);
  shapes.set(select, shape);
  return shape;
}

const shapes = new WeakMap<Select, RecordShape>();

/** The parameters of a statement, in their order. */
export class Parameters {
  readonly given: Value[] = [];

  /** Adds a value of a field; a list is one parameter for several values of it. */
  of(model: StoredModel, name: string, value: unknown): string {
    const field = fieldOf(model, name);
    const isMany = Array.isArray(value) && field.type === 'Int';
    return `$${this.given.push(isMany ? (value as Value) : encode(field, value))}::${typeOf(field)}${isMany ? '[]' : ''}`;
  }
}

const present = (values: Values) => Object.entries(values).filter(([, value]) => value !== undefined);

/** The test of a column: equal to a value, null, or one of a list. */
export function testOf(parameters: Parameters, model: StoredModel, name: string, value: unknown): string {
  const column = columnOf(name);
  if (value === null) return `${column} IS NULL`;
  const parameter = parameters.of(model, name, value);
  return Array.isArray(value) ? `${column} = ANY(${parameter})` : `${column} = ${parameter}`;
}

/** The columns of a new record, and the row of its parameters. */
export function insertOf(parameters: Parameters, model: StoredModel, values: Values) {
  const given = present(values);
  return {
    columns: [...given.map(([name]) => columnOf(name)), 'updated_at'].join(', '),
    row: [...given.map(([name, value]) => parameters.of(model, name, value)), 'now()'].join(', '),
  };
}
