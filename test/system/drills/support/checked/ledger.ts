// The writes that a drill has tried, and what the database must have of them in the end.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Known, Thing } from './things.ts';

const PATIENCE_MILLISECONDS = 90_000;
const CONNECTIONS = 4;
const ANSWER_WITHIN_MILLISECONDS = 5_000;

/** By it the drill knows its own connections in pg_stat_activity. */
export const APPLICATION = 'drill';

export interface Sql {
  /** Runs a statement until it is answered; it must be one that may be run twice. @throws the error of a wrong one. */
  ask<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export function openSql(connectionString: string): Sql {
  const pool = new pg.Pool({
    connectionString,
    application_name: APPLICATION,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_WITHIN_MILLISECONDS,
    query_timeout: ANSWER_WITHIN_MILLISECONDS,
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async ask<Row>(text: string, values: readonly unknown[] = []) {
      const deadline = performance.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        try {
          return (await pool.query(text, [...values])).rows as Row[];
        } catch (error) {
          if (isWrong(error) || performance.now() > deadline) throw error;
          await delay(100);
        }
      }
    },
    close: () => pool.end(),
  };
}

/** SQLSTATE classes: data exception, constraint violated, syntax or names. */
const isWrong = (error: unknown) => /^(?:22|23|42)/.test(String((error as { code?: unknown }).code));

export interface Attempt {
  readonly ownerId: number;
  /** Lines of a bundle, 0 for a product. */
  readonly lines: number;
  /** The id that was answered; undefined while no answer has said that it was done. */
  id?: number;
}

export class Ledger {
  /** By title, of which each create has its own. */
  readonly attempts = new Map<string, Attempt>();
  /** Updates without a key whose outcome nobody knows: the thing as it was, and as it would be. */
  readonly unsure = new Map<number, readonly [before: Thing, after: Thing]>();
  /** Hashes of the keys of answered writes, with the product of each. */
  readonly keys = new Map<string, number>();
}

interface StoredRow {
  readonly id: number;
  readonly owner_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly rent: string;
  readonly online: boolean;
  readonly archived: boolean;
  readonly images: unknown;
  readonly revision: number;
  readonly lines: number;
}

export interface Stored {
  readonly products: readonly StoredRow[];
  readonly records: readonly {
    readonly key_hash: string;
    readonly product_id: number;
    readonly owner_id: number | null;
    readonly user_id: number;
  }[];
}

export async function readStored(sql: Sql, ownerIds: readonly number[]): Promise<Stored> {
  const products = await sql.ask<StoredRow>(
    `SELECT id, owner_id, title, description, rent::text, online, archived, images, revision,
       (SELECT count(*)::int FROM bundle_items WHERE bundle_id = products.id) AS lines
     FROM products WHERE owner_id = ANY($1)`,
    [ownerIds],
  );
  const records = await sql.ask<Stored['records'][number]>(
    `SELECT key_hash, product_id, owner_id, user_id
     FROM idempotency_records LEFT JOIN products ON products.id = product_id WHERE user_id = ANY($1)`,
    [ownerIds],
  );
  return { products, records };
}

export interface Findings {
  /** Answered writes that are not there, or not as they were answered. */
  readonly lost: readonly string[];
  /** Creates that were done twice, or by nobody who is known. */
  readonly doubled: readonly string[];
  /** Bundles without all of their lines, records of keys without the product of their user. */
  readonly half: readonly string[];
}

/** Compares what is stored with what was written. */
export function audit({ things }: Known, ledger: Ledger, { products, records }: Stored): Findings {
  const byId = new Map(products.map((row) => [row.id, row]));
  const kept = new Map(records.map((record) => [record.key_hash, record.product_id]));
  const lost = [
    ...[...things.values()]
      .filter((thing) => !isStored(thing, ledger, byId.get(thing.id)))
      .map((thing) => tellDifference(thing, ledger, byId.get(thing.id))),
    ...[...ledger.attempts]
      .filter(([title, { id }]) => id !== undefined && byId.get(id)?.title !== title)
      .map(([title]) => `create ${title}`),
    ...[...ledger.keys].filter(([hash, id]) => kept.get(hash) !== id).map(([hash]) => `key ${hash}`),
  ];
  const created = products.filter(({ id }) => !things.has(id));
  const titles = new Set([...things.values()].map(({ title }) => title));
  const doubled = created.filter(({ title, owner_id }) => {
    const attempt = ledger.attempts.get(title);
    const isFirst = !titles.has(title);
    titles.add(title);
    return !isFirst || attempt?.ownerId !== owner_id || attempt.id !== undefined;
  });
  const half = [
    ...products
      .filter(
        ({ id, title, lines }) => lines !== (things.get(id)?.items.length ?? ledger.attempts.get(title)?.lines ?? 0),
      )
      .map(({ id }) => `bundle ${id}`),
    ...records.filter(({ owner_id, user_id }) => owner_id !== user_id).map(({ key_hash }) => `key ${key_hash}`),
  ];
  return { lost, doubled: doubled.map(({ id, title }) => `product ${id} ${title}`), half };
}

function isStored(thing: Thing, { unsure }: Ledger, row: StoredRow | undefined): boolean {
  const states = unsure.get(thing.id) ?? [thing];
  return row !== undefined && states.some((state) => JSON.stringify(partOf(state)) === JSON.stringify(partOfRow(row)));
}

function tellDifference(thing: Thing, { unsure }: Ledger, row: StoredRow | undefined): string {
  const expected = (unsure.get(thing.id) ?? [thing]).map((state) => JSON.stringify(partOf(state))).join(' or ');
  return `product ${thing.id}: ${expected} became ${row ? JSON.stringify(partOfRow(row)) : 'nothing'}`;
}

/** The columns that updates change, and those that tell a product from others. */
const partOf = ({ ownerId, title, description, rent, online, archived, images, revision }: Thing) => [
  ...[ownerId, title, description, rent, online, archived, images, revision],
];

const partOfRow = ({ owner_id, title, description, rent, online, archived, images, revision }: StoredRow) => [
  ...[owner_id, title, description, Number(rent), online, archived, images, revision],
];
