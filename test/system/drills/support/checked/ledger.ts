// What a load knows: users and records, the writes that it has tried, and what the database must contain in the end.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { PrismaClient } from '../../../../../prisma/generated/client/client.ts';
import { createToken } from '../../../../../src/accounts/tokens.ts';
import type { JsonObject } from '../../../harness/expect/expected-answer.ts';

export const below = (bound: number): number => Math.floor(Math.random() * bound);
export const chance = (share: number): boolean => Math.random() < share;
export const oneOf = <Value>(values: readonly Value[]): Value =>
  values[below(values.length)] as Value;
/** At least one of the values, in any order. */
export const someOf = <Value>(values: readonly Value[]): Value[] =>
  values.toSorted(() => Math.random() - 0.5).slice(0, 1 + below(values.length));

/** A product, bundle or rental. */
export interface Thing {
  /** IDs of the users who may read it, the owner first. */
  readonly readers: readonly number[];
  readonly revision: number;
  /** What a read returns, in the harness's names. */
  readonly fields: JsonObject;
}

interface Attempt {
  readonly ownerId: number;
  /** Items of a bundle, 0 for a product. */
  readonly items: number;
  /** The ID that was returned; undefined until a response confirms the write. */
  id?: number;
}

/** Everything known, by ID. */
export const createKnown = () => ({
  things: new Map<number, Thing>(),
  rentals: new Map<number, Thing>(),
  /** Creates by title, which is unique for each. */
  attempts: new Map<string, Attempt>(),
  /** Updates without a key whose outcome is unknown: the record before and after. */
  unsure: new Map<number, readonly [before: Thing, after: Thing]>(),
  /** Hashes of the keys of confirmed writes, with the product of each. */
  keys: new Map<string, number>(),
});

export type Known = ReturnType<typeof createKnown>;

export interface Member {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  token: string;
  /** IDs of products that nobody changes: those in rentals and bundles. */
  readonly still: number[];
  /** IDs of what its owner updates. */
  readonly changing: number[];
  /** IDs of rentals, as owner or tenant. */
  readonly rentals: number[];
}

export const VERSION = '2025-08-16';

export async function addMember(db: PrismaClient, number: number): Promise<Member> {
  const person = { name: `Owner ${number} “ä€𝄞”`, email: `owner-${number}@drill.example` };
  const { id } = await db.user.create({
    data: { ...person, permissions: ['READ', 'WRITE'] },
    select: { id: true },
  });
  const token = await createToken(db, {
    userId: id,
    name: 'Drill',
    environment: 'test',
    version: VERSION,
  });
  return { id, ...person, token: token.value, still: [], changing: [], rentals: [] };
}

/** A rental of everything that the owner never changes. */
export async function addRental(
  db: PrismaClient,
  { things, rentals }: Known,
  owner: Member,
  tenant: Member,
) {
  const moment = '2026-01-02T03:04:05.678Z';
  const isPaid = chance(0.5);
  const [startDate, endDate] = ['2026-03-01', '2026-03-09'];
  const totalAmount = 10.75 + below(1_000);
  const items = owner.still.map((productId, index) => ({
    ...{ productId, title: `Then: ${things.get(productId)?.fields.title}`, quantity: 1 + index },
    ...{ dailyRate: 0.1 + below(100), total: 1.25 + below(1_000) },
  }));
  const { id } = await db.rental.create({
    data: {
      ...{
        status: 'ACTIVE',
        startDate: new Date(startDate),
        endDate: new Date(endDate),
        totalAmount,
      },
      ...{ createdAt: moment, updatedAt: moment, tenantId: tenant.id, ownerId: owner.id },
      items: { create: items.map((item, position) => ({ ...item, position })) },
      ...(isPaid && { paidAt: moment, paidAccounts: { create: { userId: owner.id } } }),
    },
  });
  const personOf = ({ id, name, email }: Member) => ({ id, name, email });
  const fields = {
    ...{
      id,
      status: 'active',
      start_date: startDate,
      end_date: endDate,
      total_amount: totalAmount,
    },
    ...{ tenant: personOf(tenant), owner: personOf(owner), created_at: moment, updated_at: moment },
    items: items.map(({ productId, dailyRate, ...item }) => ({
      product_id: productId,
      ...item,
      daily_rate: dailyRate,
    })),
    ...(isPaid && { select_accounts: [personOf(owner)] }),
  };
  rentals.set(id, { readers: [owner.id, tenant.id], revision: 1, fields });
  for (const { rentals } of new Set([owner, tenant])) rentals.push(id);
}

/** How long a statement, or a write with a key, is retried. */
export const PATIENCE_MILLISECONDS = 90_000;
const CONNECTIONS = 4;
const ANSWER_WITHIN_MILLISECONDS = 5_000;

/** Identifies the drill's own connections in pg_stat_activity. */
export const APPLICATION = 'drill';

export type Sql = ReturnType<typeof openSql>;

export function openSql(connectionString: string) {
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
    /** Runs a statement until it succeeds; it must be safe to run twice. @throws the error of a wrong statement. */
    async ask<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
      const deadline = performance.now() + PATIENCE_MILLISECONDS;
      for (;;) {
        try {
          return (await pool.query(text, [...values])).rows;
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
const isWrong = (error: unknown) =>
  /^(?:22|23|42)/.test(String((error as { code?: unknown }).code));

/** The columns that updates change, in the harness's names. */
const COMPARED = ['title', 'description', 'rent', 'online', 'archived', 'images'] as const;

interface StoredRow extends Readonly<Record<(typeof COMPARED)[number], unknown>> {
  readonly id: number;
  readonly owner_id: number;
  readonly title: string;
  readonly revision: number;
  readonly items: number;
}

interface StoredRecord {
  readonly key_hash: string;
  readonly product_id: number;
  readonly owner_id: number | null;
  readonly user_id: number;
}

export interface Stored {
  readonly products: readonly StoredRow[];
  readonly records: readonly StoredRecord[];
}

export const readStored = async (sql: Sql, ownerIds: readonly number[]): Promise<Stored> => ({
  products: await sql.ask(
    `SELECT id, owner_id, title, description, rent::float, online, archived, images, revision,
       (SELECT count(*)::int FROM bundle_items WHERE bundle_id = products.id) AS items
     FROM products WHERE owner_id = ANY($1)`,
    [ownerIds],
  ),
  records: await sql.ask(
    `SELECT key_hash, product_id, owner_id, user_id
     FROM idempotency_records LEFT JOIN products ON products.id = product_id WHERE user_id = ANY($1)`,
    [ownerIds],
  ),
});

export interface Findings {
  /** Confirmed writes that are missing, or differ from their response. */
  readonly lost: readonly string[];
  /** Creates that happened twice, or that no known user sent. */
  readonly doubled: readonly string[];
  /** Bundles without all of their items, and key records without their user's product. */
  readonly half: readonly string[];
}

const textOf = (ownerId: number | undefined, revision: number, fields: JsonObject) =>
  JSON.stringify([ownerId, revision, ...COMPARED.map((name) => fields[name])]);

/** Compares what is stored with what was written. */
export function audit(
  { things, attempts, unsure, keys }: Known,
  { products, records }: Stored,
): Findings {
  const byId = new Map(products.map((row) => [row.id, row]));
  const kept = new Map(records.map((record) => [record.key_hash, record.product_id]));
  const changed = [...things].flatMap(([id, thing]) => {
    const row = byId.get(id);
    const states = unsure.get(id) ?? [thing];
    const expected = states.map(({ readers, revision, fields }) =>
      textOf(readers[0], revision, fields),
    );
    const is = row ? textOf(row.owner_id, row.revision, { ...row }) : 'nothing';
    return expected.includes(is) ? [] : [`product ${id}: ${expected.join(' or ')} became ${is}`];
  });
  const titles = new Set([...things.values()].map(({ fields }) => fields.title));
  const doubled = products.filter(({ id, title, owner_id }) => {
    if (things.has(id)) return false;
    const attempt = attempts.get(title);
    const isFirst = !titles.has(title);
    titles.add(title);
    return !isFirst || attempt?.ownerId !== owner_id || attempt.id !== undefined;
  });
  const itemsOf = (id: number, title: string) =>
    (things.get(id)?.fields.items as unknown[] | undefined)?.length ??
    attempts.get(title)?.items ??
    0;
  return {
    lost: [
      ...changed,
      ...[...attempts]
        .filter(([title, { id }]) => id !== undefined && byId.get(id)?.title !== title)
        .map(([title]) => `create ${title}`),
      ...[...keys].filter(([hash, id]) => kept.get(hash) !== id).map(([hash]) => `key ${hash}`),
    ],
    doubled: doubled.map(({ id, title }) => `product ${id} ${title}`),
    half: [
      ...products
        .filter(({ id, title, items }) => items !== itemsOf(id, title))
        .map(({ id }) => `bundle ${id}`),
      ...records
        .filter(({ owner_id, user_id }) => owner_id !== user_id)
        .map(({ key_hash }) => `key ${key_hash}`),
    ],
  };
}
