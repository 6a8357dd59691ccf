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
import type { Statements, Value } from './statements.ts';

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

  /** Inserts a record. */
  async create<Result>(model: StoredModel, values: Values, { select }: Selection): Promise<Result> {
    const shape = shapeOf(model, select);
    const { columns, parameters } = insertOf(model, values);
    const [record] = await this.write(
      `INSERT INTO ${tableOf(model)} AS ${ROW} (${columns}) VALUES (${parameters}) RETURNING ${shape.sql}::text`,
      parametersOf(model, values),
      shape,
    );
    return record as Result;
  }

  /** Updates the record that fulfils all conditions: a value, null, or one of a list. Null where there is none. */
  async update<Result>(
    model: StoredModel,
    where: Values,
    values: Values,
    { select }: Selection,
  ): Promise<Result | null> {
    const shape = shapeOf(model, select);
    const names = Object.keys(values).filter((name) => values[name] !== undefined);
    const conditions = Object.entries(where).filter(([, value]) => value !== undefined);
    const tested = conditions.filter(([, value]) => value !== null);
    const assignments = names.map((name, index) => `${columnOf(name)} = ${parameter(model, name, index + 1)}`);
    const tests = conditions.map(([name, value]) =>
      testOf(name, value, names.length + 1 + tested.findIndex(([other]) => other === name)),
    );
    const [record] = await this.write(
      `UPDATE ${tableOf(model)} AS ${ROW} SET ${[...assignments, 'updated_at = now()'].join(', ')}
       WHERE ${tests.join(' AND ')} RETURNING ${shape.sql}::text`,
      [...parametersOf(model, values), ...tested.map(([, value]) => value as Value)],
      shape,
    );
    return (record ?? null) as Result | null;
  }

  /** Runs a statement of one column, a JSON array, and returns the records of its rows. */
  async write(sql: string, values: readonly Value[], { decode }: RecordShape): Promise<unknown[]> {
    const rows = await this.#statements.write(sql, values);
    return rows.map(([json]) => decode(JSON.parse(json as string)));
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

/** @throws the selection is not covered: those of writes are columns alone. */
export function shapeOf(model: StoredModel, select: Select = ID): RecordShape {
  const shape = recordShape(model, select, ROW);
  if (!shape) throw new TypeError(`no statement covers this selection of ${model}`);
  return shape;
}

const parameter = (model: StoredModel, name: string, place: number) => `$${place}::${typeOf(fieldOf(model, name))}`;

/** The columns of a new record and their parameters, from `$1` on. */
export function insertOf(model: StoredModel, values: Values): { columns: string; parameters: string } {
  const names = Object.keys(values).filter((name) => values[name] !== undefined);
  return {
    columns: [...names.map(columnOf), 'updated_at'].join(', '),
    parameters: [...names.map((name, index) => parameter(model, name, index + 1)), 'now()'].join(', '),
  };
}

/** The parameters of such columns. */
export const parametersOf = (model: StoredModel, values: Values): Value[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => encode(fieldOf(model, name), value));

function testOf(name: string, value: unknown, place: number): string {
  const column = `${ROW}.${columnOf(name)}`;
  if (value === null) return `${column} IS NULL`;
  return Array.isArray(value) ? `${column} = ANY($${place}::int[])` : `${column} = $${place}`;
}
