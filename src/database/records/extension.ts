// Prisma's client with methods for the records of requests, by prepared and batched statements; see the README beside it.
import type { Prisma, PrismaClient } from '../../../prisma/generated/client/client.ts';
import type { Row, Statements, Value } from '../connection.ts';
import { RecentlyUsed } from '../recently-used.ts';
import { type Batch, BatchedInserts, batchedReads } from './batch.ts';
import {
  insertedFields,
  insertText,
  jsonRow,
  type RecordSql,
  ROW,
  recordSql,
  type Select,
  type StoredModel,
  tableOf,
  updateStatement,
  type Values,
} from './record-sql.ts';

/** A selection of Prisma: columns, and relations with a selection and an order. Without one: the id alone. */
type Selecting<Delegate> = Pick<Prisma.Args<Delegate, 'findUnique'>, 'select'>;

/** Methods of a model beside those of Prisma. They take no part in a transaction. */
interface Reads<Delegate> {
  /** The record with this id, or null. */
  read<const Given extends Selecting<Delegate>>(
    id: number,
    selection: Given,
  ): Promise<Prisma.Result<Delegate, Given, 'findUnique'>>;
  /** The records with these ids, in no order, by a statement of their own. */
  readAll<const Given extends Selecting<Delegate>>(
    ids: readonly number[],
    selection: Given,
  ): Promise<Prisma.Result<Delegate, Given, 'findMany'>>;
}

interface Writes<Delegate> {
  /** Inserts a record. `mayWait`: the insert may wait for another transaction. */
  insert<const Given extends Selecting<Delegate>>(
    values: Values,
    selection: Given,
    options?: { readonly mayWait: boolean },
  ): Promise<Prisma.Result<Delegate, Given, 'create'>>;
  /** Updates the record that meets all conditions: a value, null, or one of a list. Null without such a record. */
  change<const Given extends Selecting<Delegate>>(
    where: Values,
    values: Values,
    selection: Given,
  ): Promise<Prisma.Result<Delegate, Given, 'findUnique'>>;
}

interface ClientMethods {
  /** Runs a read in SQL that waits for no lock. */
  $read: Statements['read'];
  /**
   * Inserts a row by a statement that may wait for a lock on rows of the user, together with other rows of this user unless it
   * `mayWait` for another one too. Returns the row of the statement for it.
   */
  $insertOwn(statement: OwnInsert, row: object, options: { readonly mayWait: boolean }): Promise<Row>;
}

/** A statement that inserts rows of one user, given as a JSON list in `$1`. */
interface OwnInsert {
  readonly sql: string;
  readonly userId: number;
  /** The parameters from `$2` on, the same for all rows of the user. */
  readonly values: readonly Value[];
}

export type Db = PrismaClient &
  ClientMethods & {
    readonly apiToken: Reads<PrismaClient['apiToken']>;
    readonly product: Reads<PrismaClient['product']> & Writes<PrismaClient['product']>;
    readonly rental: Reads<PrismaClient['rental']>;
  };

/** To be called once for each client. */
export function withRecords(client: PrismaClient, statements: Statements): Db {
  const own = new Map<string, BatchedInserts>();
  const extended = client.$extends({
    name: 'records',
    client: {
      $read: statements.read,
      async $insertOwn({ sql, userId, values }, row, { mayWait }) {
        const key = `${userId} ${sql}`;
        const inserts = own.get(key) ?? new BatchedInserts(sql, (rows) => statements.write(sql, [rows, ...values]));
        own.set(key, inserts);
        try {
          return await inserts.insert(row, mayWait);
        } finally {
          if (inserts.pending === 0) own.delete(key);
        }
      },
    } satisfies ClientMethods,
    model: {
      apiToken: recordMethods('ApiToken', statements),
      product: recordMethods('Product', statements, ['ownerId', 'type']),
      rental: recordMethods('Rental', statements, ['ownerId', 'tenantId']),
    },
  });
  // As an intersection, so that functions which take Prisma's client take it too; in a transaction it has no method of these.
  return extended as unknown as Db;
}

/** Selections in memory: those of REST, and of the GraphQL documents in use. */
const MOST_SELECTIONS = 500;

/** `keys` are the columns of every record by which operations decide who may see it. */
function recordMethods(model: StoredModel, statements: Statements, keys: readonly string[] = []) {
  /** REST and prepared documents pass the same objects each time; equal ones of other documents share statements. */
  const bySelect = new WeakMap<Select, Compiled>();
  const bySql = new RecentlyUsed<string, Compiled>(MOST_SELECTIONS);
  function compiled({ select = ID }: Selected): Compiled {
    const known = bySelect.get(select);
    if (known) return known;
    const record = recordSql(model, { ...select, ...Object.fromEntries(keys.map((name) => [name, true])) });
    const made = bySql.of(record.sql, () => new Compiled(model, record, statements));
    bySelect.set(select, made);
    return made;
  }
  return {
    read: (id: number, selection: Selected) => compiled(selection).reads.ask(id),
    readAll: (ids: readonly number[], selection: Selected) => compiled(selection).readAll(ids),
    insert: (values: Values, selection: Selected, { mayWait } = { mayWait: false }) =>
      compiled(selection).insert(values, mayWait),
    change: (where: Values, values: Values, selection: Selected) => compiled(selection).change(where, values),
  };
}

interface Selected {
  readonly select?: Select;
}

const ID = { id: true };

/** One selection of a model: its statements, their batches and the decoder of their records. */
class Compiled {
  readonly #model: StoredModel;
  readonly #record: RecordSql;
  readonly #statements: Statements;
  readonly #selectSql: string;
  readonly reads: Batch<number, unknown>;
  /** By their columns. */
  readonly #inserts = new Map<string, BatchedInserts>();

  constructor(model: StoredModel, record: RecordSql, statements: Statements) {
    this.#model = model;
    this.#record = record;
    this.#statements = statements;
    this.#selectSql = `SELECT ${ROW}.id, ${record.sql}::text FROM ${tableOf(model)} AS ${ROW} WHERE ${ROW}.id = ANY($1::int[])`;
    this.reads = batchedReads(statements, this.#selectSql, record.decode);
  }

  async readAll(ids: readonly number[]): Promise<unknown[]> {
    return (await this.#statements.read(this.#selectSql, [ids])).map(([, json]) => this.#decode(json));
  }

  async insert(values: Values, mayWait: boolean): Promise<unknown> {
    const names = insertedFields(this.#model, values);
    const key = names.join();
    const inserts = this.#inserts.get(key) ?? this.#newInserts(names);
    this.#inserts.set(key, inserts);
    const [, record] = await inserts.insert(jsonRow(this.#model, values), mayWait);
    return this.#decode(record);
  }

  #newInserts(names: readonly string[]): BatchedInserts {
    const sql = insertText(this.#model, names, this.#record.sql);
    const { append, write } = this.#statements;
    const together = async (rows: string) =>
      (await append(sql, [rows])).toSorted(([one], [other]) => Number(one) - Number(other));
    return new BatchedInserts(sql, together, (rows) => write(sql, [rows]));
  }

  async change(where: Values, values: Values): Promise<unknown> {
    const { sql, parameters } = updateStatement(this.#model, where, values, this.#record.sql);
    const [row] = await this.#statements.write(sql, parameters);
    return row ? this.#decode(row[0]) : null;
  }

  #decode(json: unknown): unknown {
    return this.#record.decode(JSON.parse(json as string));
  }
}
