// Reads and writes records by prepared statements, with the selections and the results of Prisma's client.
import type { PrismaClient } from '../../../prisma/generated/client/client.ts';
import { RecentlyUsed } from '../recently-used.ts';
import type { Row, Statements, Value } from '../statements.ts';
import { BatchedReads } from './batched-reads.ts';
import { coveredShape, type RecordShape, recordShape, type Select, type StoredModel, tableOf } from './record-shape.ts';
import { insertOf, present, textOf, updateText, type Values, valuesOf } from './write-statements.ts';

interface Selection {
  readonly select?: Select;
}

/** The models whose records are read by their ids. */
type KeyedModel = Extract<StoredModel, 'Product' | 'Rental'>;

/** Statements of reads that are kept: those of REST, and of the GraphQL documents in use. */
const MOST_READS = 500;

/** The alias of the table in every statement. */
const ROW = 'r';

export class Records {
  readonly #statements: Statements;
  readonly #db: PrismaClient;
  /** By the selection itself: those of REST and of prepared documents are the same objects each time. */
  readonly #bySelect = {
    Product: new WeakMap<Select, BatchedReads>(),
    Rental: new WeakMap<Select, BatchedReads>(),
  } satisfies Record<KeyedModel, unknown>;
  readonly #bySql = new RecentlyUsed<string, BatchedReads>(MOST_READS);

  constructor(statements: Statements, db: PrismaClient) {
    this.#statements = statements;
    this.#db = db;
  }

  /** The record with this id, or null. Prisma reads a selection that is not covered by statements. */
  async find<Result>(model: KeyedModel, id: number, { select }: Selection): Promise<Result | null> {
    const reads = select && (this.#bySelect[model].get(select) ?? this.#readsOf(model, select));
    return (reads ? reads.read(id) : this.#findByPrisma(model, id, select)) as Promise<Result | null>;
  }

  /** The records with these ids, in no order. */
  async findAll<Result>(model: KeyedModel, ids: readonly number[], select: Select): Promise<Result[]> {
    const reads = this.#bySelect[model].get(select) ?? this.#readsOf(model, select);
    if (!reads) throw new TypeError(`no statement covers this selection of ${model}`);
    return (await reads.readAll(ids)) as Result[];
  }

  /** Inserts a record. `mayWait`: the insert may wait for another transaction. */
  async create<Result>(
    model: StoredModel,
    fields: Values,
    { select = ID }: Selection,
    { mayWait = false } = {},
  ): Promise<Result> {
    const shape = shapeOf(model, select);
    const given = present(fields);
    const names = given.map(([name]) => name);
    const sql = textOf(select, `${model} ${names}`, () => {
      const { columns, parameters } = insertOf(model, names);
      return `INSERT INTO ${tableOf(model)} AS ${ROW} (${columns}) VALUES (${parameters}) RETURNING ${shape.sql}::text`;
    });
    const [row] = await this.#statements[mayWait ? 'write' : 'append'](sql, valuesOf(model, given));
    return shape.decode(JSON.parse(row?.[0] as string)) as Result;
  }

  /** Updates the record that fulfils all conditions: a value, null, or one of a list. Returns null without such a record. */
  async update<Result>(
    model: StoredModel,
    where: Values,
    values: Values,
    { select = ID }: Selection,
  ): Promise<Result | null> {
    const shape = shapeOf(model, select);
    const [changed, conditions] = [present(values), present(where)];
    const tested = conditions.filter(([, value]) => value !== null);
    const [row] = await this.#statements.write(updateText(model, changed, conditions, `${shape.sql}::text`), [
      ...valuesOf(model, changed),
      ...valuesOf(model, tested),
    ]);
    return row ? (shape.decode(JSON.parse(row[0] as string)) as Result) : null;
  }

  /** Runs a read of the caller's own. */
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#statements.read(sql, values);
  }

  /** Runs a statement of the caller's own, which may wait for a lock. */
  write(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#statements.write(sql, values);
  }

  #readsOf(model: KeyedModel, select: Select): BatchedReads | undefined {
    const shape = recordShape(model, select, ROW);
    if (!shape) return undefined;
    const sql = `SELECT ${ROW}.id, ${shape.sql}::text FROM ${tableOf(model)} AS ${ROW} WHERE ${ROW}.id = ANY($1::int[])`;
    const reads = this.#bySql.of(sql, () => new BatchedReads(this.#statements, { sql, decode: shape.decode }));
    this.#bySelect[model].set(select, reads);
    return reads;
  }

  #findByPrisma(model: KeyedModel, id: number, select: Select | undefined): Promise<unknown> {
    const delegates = { Product: this.#db.product, Rental: this.#db.rental };
    const delegate = delegates[model] as unknown as { findUnique(query: object): Promise<unknown> };
    return delegate.findUnique({ where: { id }, ...(select && { select }) });
  }
}

const ID = { id: true };

/** @throws the selection is not covered: those of writes are. */
function shapeOf(model: StoredModel, select: Select): RecordShape {
  const ofModel = shapes.get(model) ?? new WeakMap<Select, RecordShape>();
  shapes.set(model, ofModel);
  const shape = ofModel.get(select) ?? coveredShape(model, select, ROW);
  ofModel.set(select, shape);
  return shape;
}

const shapes = new Map<StoredModel, WeakMap<Select, RecordShape>>();
