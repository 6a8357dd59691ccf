// Reads and writes records by prepared statements, with selections and results like those of Prisma's client.
import { RecentlyUsed } from '../recently-used.ts';
import type { Row, Statements, Value } from '../statements.ts';
import { BatchedInserts } from './batched-inserts.ts';
import { BatchedReads } from './batched-reads.ts';
import { type RecordShape, recordShape, type Select, type StoredModel, tableOf } from './record-shape.ts';
import { insertText, jsonRow, parameterValues, present, updateText, type Values } from './write-statements.ts';

interface Selection {
  readonly select?: Select;
}

/** The models whose records are read by their ids. */
type KeyedModel = Extract<StoredModel, 'ApiToken' | 'Product' | 'Rental'>;

/** Statements of reads in memory: those of REST, and of the GraphQL documents in use. */
const MOST_READS = 500;

/** Statements of inserts in memory for each selection, one for each set of columns. */
const MOST_INSERTS = 500;

/** The alias of the table in every statement. */
const ROW = 'r';

/** The inserts of one set of columns; each answers the id and the record as JSON. */
interface Inserts {
  readonly rows: BatchedInserts;
  readonly decode: RecordShape['decode'];
}

/** A statement that inserts rows of one user, given as a JSON list in `$1`. */
interface OwnInsert {
  readonly sql: string;
  readonly userId: number;
  /** The parameters from `$2` on, the same for all rows of the user. */
  readonly values: readonly Value[];
}

export class Records {
  readonly #statements: Statements;
  /** The keys are selections: REST and prepared documents pass the same objects each time. */
  readonly #bySelect = {
    ApiToken: new WeakMap<Select, BatchedReads>(),
    Product: new WeakMap<Select, BatchedReads>(),
    Rental: new WeakMap<Select, BatchedReads>(),
  } satisfies Record<KeyedModel, unknown>;
  readonly #bySql = new RecentlyUsed<string, BatchedReads>(MOST_READS);
  readonly #inserts = new WeakMap<Select, RecentlyUsed<string, Inserts>>();
  /** By statement and user, while rows are under way. */
  readonly #ownInserts = new Map<string, Map<number, BatchedInserts>>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The record with this id, or null. */
  async find<Result>(model: KeyedModel, id: number, { select = ID }: Selection): Promise<Result | null> {
    return this.#batchedReads(model, select).read(id) as Promise<Result | null>;
  }

  /** The records with these ids, in no order. */
  async findAll<Result>(model: KeyedModel, ids: readonly number[], select: Select): Promise<Result[]> {
    return (await this.#batchedReads(model, select).readAll(ids)) as Result[];
  }

  /** Inserts a record. `mayWait`: the insert may wait for another transaction. */
  async create<Result>(
    model: StoredModel,
    fields: Values,
    { select = ID }: Selection,
    { mayWait = false } = {},
  ): Promise<Result> {
    const given = present(fields);
    const names = given.map(([name]) => name);
    const { rows, decode } = this.#batchedInserts(model, select, names);
    const [, record] = await rows.insert(jsonRow(model, given), mayWait);
    return decode(JSON.parse(record as string)) as Result;
  }

  #batchedInserts(model: StoredModel, select: Select, names: readonly string[]): Inserts {
    const ofSelect = this.#inserts.get(select) ?? new RecentlyUsed<string, Inserts>(MOST_INSERTS);
    this.#inserts.set(select, ofSelect);
    return ofSelect.of(`${model} ${names}`, () => this.#newInserts(model, select, names));
  }

  #newInserts(model: StoredModel, select: Select, names: readonly string[]): Inserts {
    const { sql: returning, decode } = cachedShape(model, select);
    const sql = insertText(model, names, `${returning}::text`);
    const together = async (rows: string) =>
      (await this.#statements.append(sql, [rows])).toSorted(([one], [other]) => Number(one) - Number(other));
    return { rows: new BatchedInserts(sql, together, (rows) => this.#statements.write(sql, [rows])), decode };
  }

  /** Updates the record that meets all conditions: a value, null, or one of a list. Null without such a record. */
  async update<Result>(
    model: StoredModel,
    where: Values,
    values: Values,
    { select = ID }: Selection,
  ): Promise<Result | null> {
    const shape = cachedShape(model, select);
    const [changed, conditions] = [present(values), present(where)];
    const tested = conditions.filter(([, value]) => value !== null);
    const [row] = await this.#statements.write(updateText(model, changed, conditions, `${shape.sql}::text`), [
      ...parameterValues(model, changed),
      ...parameterValues(model, tested),
    ]);
    return row ? (shape.decode(JSON.parse(row[0] as string)) as Result) : null;
  }

  /**
   * Inserts a row by a statement that may wait for a lock on rows of the user, together with other rows of this user unless it
   * `mayWait` for another one too. Returns the row of the statement for it.
   */
  async insert({ sql, userId, values }: OwnInsert, row: object, { mayWait = false } = {}): Promise<Row> {
    const byUser = this.#ownInserts.get(sql) ?? new Map<number, BatchedInserts>();
    this.#ownInserts.set(sql, byUser);
    const ofUser =
      byUser.get(userId) ?? new BatchedInserts(sql, (rows) => this.#statements.write(sql, [rows, ...values]));
    byUser.set(userId, ofUser);
    try {
      return await ofUser.insert(row, mayWait);
    } finally {
      if (ofUser.pending === 0) byUser.delete(userId);
    }
  }

  /** Runs a read in SQL. */
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#statements.read(sql, values);
  }

  /** Runs a statement in SQL, which may wait for a lock. */
  write(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    return this.#statements.write(sql, values);
  }

  #batchedReads(model: KeyedModel, select: Select): BatchedReads {
    const known = this.#bySelect[model].get(select);
    if (known) return known;
    const shape = recordShape(model, select, ROW);
    const sql = `SELECT ${ROW}.id, ${shape.sql}::text FROM ${tableOf(model)} AS ${ROW} WHERE ${ROW}.id = ANY($1::int[])`;
    const reads = this.#bySql.of(sql, () => new BatchedReads(this.#statements, { sql, decode: shape.decode }));
    this.#bySelect[model].set(select, reads);
    return reads;
  }
}

const ID = { id: true };

function cachedShape(model: StoredModel, select: Select): RecordShape {
  const ofModel = shapes.get(model) ?? new WeakMap<Select, RecordShape>();
  shapes.set(model, ofModel);
  const shape = ofModel.get(select) ?? recordShape(model, select, ROW);
  ofModel.set(select, shape);
  return shape;
}

const shapes = new Map<StoredModel, WeakMap<Select, RecordShape>>();
