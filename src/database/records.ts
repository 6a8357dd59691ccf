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
    values: Values,
    { select = ID }: Selection,
    { mayWait = false } = {},
  ): Promise<Result> {
    const shape = shapeOf(model, select);
    const { columns, parameters, given } = insertOf(model, values);
    const sql = `INSERT INTO ${tableOf(model)} AS ${ROW} (${columns}) VALUES (${parameters}) RETURNING ${shape.sql}::text`;
    const [row] = await (mayWait ? this.#statements.write(sql, given) : this.#statements.append(sql, given));
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
    const given: Value[] = [];
    const parameter = (name: string, value: unknown) => {
      const field = fieldOf(model, name);
      given.push(Array.isArray(value) && field.type === 'Int' ? value : encode(field, value));
      return `$${given.length}::${typeOf(field)}`;
    };
    const present = (all: Values) => Object.entries(all).filter(([, value]) => value !== undefined);
    const assignments = present(values).map(([name, value]) => `${columnOf(name)} = ${parameter(name, value)}`);
    const conditions = present(where).map(([name, value]) => {
      const column = `${ROW}.${columnOf(name)}`;
      if (value === null) return `${column} IS NULL`;
      return Array.isArray(value)
        ? `${column} = ANY(${parameter(name, value)}[])`
        : `${column} = ${parameter(name, value)}`;
    });
    const rows = await this.#statements.write(
      `UPDATE ${tableOf(model)} AS ${ROW} SET ${[...assignments, 'updated_at = now()'].join(', ')}
       WHERE ${conditions.join(' AND ')} RETURNING ${shape.sql}::text`,
      given,
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

interface Insert {
  readonly columns: string;
  /** From `$1` on. */
  readonly parameters: string;
  readonly given: Value[];
}

/** The columns of a new record, and their parameters. */
export function insertOf(model: StoredModel, values: Values): Insert {
  const columns: string[] = [];
  const parameters: string[] = [];
  const given: Value[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const field = fieldOf(model, name);
    columns.push(columnOf(name));
    parameters.push(`$${given.push(encode(field, value))}::${typeOf(field)}`);
  }
  return {
    columns: [...columns, 'updated_at'].join(', '),
    parameters: [...parameters, 'now()'].join(', '),
    given,
  };
}
