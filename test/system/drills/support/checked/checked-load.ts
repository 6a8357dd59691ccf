// A load in which each response is compared completely with the one computed for its user, ID and document.

import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { newTokenRow } from '../../../../../src/accounts/tokens.ts';
import { openDatabase } from '../../../../../src/database/open-database.ts';
import { createClient } from '../../../harness/calls/client.ts';
import type { Contracts } from '../../../harness/check/pair.ts';
import type { JsonObject } from '../../../harness/expect/expected-answer.ts';
import { readContracts } from '../../../harness/run-harness.ts';
import { validCreate, validUpdate } from '../../../harness/suites/suite.ts';
import { type Row, rowOf } from '../../drill.ts';
import { type Query, randomQuery, type Verdict } from './answers.ts';
import {
  addMember,
  addRental,
  audit,
  below,
  createKnown,
  type Findings,
  type Known,
  type Member,
  oneOf,
  openSql,
  readStored,
  type Sql,
  VERSION,
} from './ledger.ts';
import { Person, type Rights } from './requests.ts';

/** What all users of a load share. */
export interface World {
  readonly contracts: Contracts;
  readonly known: Known;
  readonly members: readonly Member[];
  readonly sql: Sql;
  readonly outcomes: Outcome[];
  readonly origins: readonly string[];
  /** Documents that all users send. */
  readonly documents: readonly Query[];
  /** What the service accepts for any product under bulk stock, in the harness's names. */
  readonly inputs: {
    readonly creates: readonly JsonObject[];
    readonly updates: readonly JsonObject[];
  };
  /** Each user's create rate limit. */
  readonly throttle: { readonly points: number; readonly windowMilliseconds: number };
  isOver(): boolean;
}

/** A request with its verdict; `cut` if its connection ended without a response, `aborted` if the drill ended it. */
export interface Outcome {
  readonly what: string;
  /** `performance.now()` at its start. */
  readonly start: number;
  readonly milliseconds: number;
  readonly verdict: Verdict | 'cut' | 'aborted';
}

const MOST_SHOWN = 2_000;

/** Counts those that are neither an error nor a success under the name. */
export function rowOfOutcomes(
  what: string,
  outcomes: readonly Outcome[],
  isCutAllowed: boolean,
): Row {
  const asides = (['unavailable', 'throttled', 'cut', 'aborted'] as const).flatMap((aside) => {
    const { length } = outcomes.filter(({ verdict }) => verdict === aside);
    return length > 0 ? [`${length} ${aside}`] : [];
  });
  const judged = outcomes.map(({ milliseconds, verdict }) => {
    const isCut = verdict === 'aborted' || (verdict === 'cut' && isCutAllowed);
    const wrong = typeof verdict === 'object' ? verdict.wrong.slice(0, MOST_SHOWN) : undefined;
    return {
      milliseconds,
      fault: wrong ?? (verdict === 'cut' && !isCut ? verdict : undefined),
      isCut,
    };
  });
  return rowOf([what, ...asides].join(', '), judged);
}

const MOST_READS_AT_ONCE = 4;
const CREATES_AT_ONCE = 6;

type Step = () => Promise<unknown>;

/** Rare steps change the user's permissions, so only that user's own requests run meanwhile. */
async function visit(
  { sql, throttle, isOver }: World,
  person: Person,
  pauseMilliseconds: number,
): Promise<void> {
  const { member } = person;
  const someReads = (rights?: readonly Rights[], token?: string) =>
    Promise.all(
      Array.from({ length: 1 + below(MOST_READS_AT_ONCE) }, () => person.read(rights, token)),
    );
  const setPermissions = (names: string) =>
    sql.ask('UPDATE users SET permissions = $2::permission[] WHERE id = $1', [member.id, names]);
  /** While a permission is removed, a response may follow the old or the new one; afterwards only the new one. */
  const withoutPermission = async () => {
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{write}')]);
    await someReads([{ mayRead: false }]);
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{read}')]);
    await someReads();
    await person.writeForbidden();
    await setPermissions('{read,write}');
  };
  const revoked = async () => {
    const old = member.token;
    const { value, row } = newTokenRow({
      userId: member.id,
      name: 'Drill',
      environment: 'test',
      version: VERSION,
    });
    await sql.ask(
      `INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (hash) DO NOTHING`,
      [row.userId, row.name, row.hash, row.prefix, row.lastFour, row.version],
    );
    const revoke = sql.ask(
      'UPDATE api_tokens SET revoked_at = now() WHERE user_id = $1 AND hash <> $2 AND revoked_at IS NULL',
      [member.id, row.hash],
    );
    await Promise.all([someReads([{}, { hasToken: false }], old), revoke]);
    member.token = value;
    await Promise.all([someReads([{ hasToken: false }], old), someReads()]);
  };
  /** Creates in parallel until one is rate limited. */
  const tooManyCreates = async () => {
    for (let sent = 0; sent < 2 * throttle.points && !isOver(); sent += CREATES_AT_ONCE) {
      const creates = Array.from({ length: CREATES_AT_ONCE }, () => person.create('product'));
      if ((await Promise.all(creates)).includes('throttled')) return;
    }
  };
  /** Each as often as it is chosen out of two hundred. */
  const steps = (
    [
      [116, () => someReads()],
      [16, () => person.update()],
      [16, () => person.update({ isKeyed: true })],
      [10, () => person.create('product')],
      [10, () => person.create('product', { isKeyed: true })],
      [6, () => person.create('bundle')],
      [8, () => person.create('bundle', { isKeyed: true })],
      [6, () => person.create('product', { isKeyed: true, isTwins: true })],
      [4, () => person.updateStale()],
      [4, withoutPermission],
      [4, revoked],
      [1, tooManyCreates],
    ] satisfies [number, Step][]
  ).flatMap(([times, step]) => Array<Step>(times).fill(step));
  while (!isOver()) {
    await oneOf(steps)();
    await delay((pauseMilliseconds * 2 * below(100)) / 100);
  }
}

const DOCUMENTS = 12;
const INPUTS = 200;
const STILL = 3;
const SETTLED_AT_ONCE = 10;
const THROTTLE = { points: 25, windowMilliseconds: 5_000 };
/** By then, writes whose responses nobody received have ended. */
const SETTLED_MILLISECONDS = 6_000;

export type CheckedLoad = Awaited<ReturnType<typeof startCheckedLoad>>;

/** The variables of a service under this load. */
export const LOADED = {
  RATE_LIMIT_POINTS: String(THROTTLE.points),
  RATE_LIMIT_WINDOW_SECONDS: String(THROTTLE.windowMilliseconds / 1_000),
  AUTH_FAILURE_POINTS: '1000000',
  LOG_LEVEL: 'silent',
};

/** `pause` is the average time in milliseconds between a user's steps. */
export async function startCheckedLoad(
  databaseUrl: string,
  origins: readonly string[],
  people: number,
  pause: number,
) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const members: Member[] = [];
  while (members.length < people) members.push(await addMember(db, members.length));
  const contracts = await readContracts(
    createClient({ url: origins[0] ?? '', token: members[0]?.token ?? '' }),
  );
  const known = createKnown();
  const sql = openSql(databaseUrl);
  const outcomes: Outcome[] = [];
  const over = new AbortController();
  const world: World = {
    ...{
      contracts,
      known,
      members,
      sql,
      outcomes,
      origins,
      throttle: THROTTLE,
      inputs: inputsOf(contracts),
    },
    documents: Array.from({ length: DOCUMENTS }, randomQuery),
    isOver: () => over.signal.aborted,
  };
  const persons = members.map((member) => new Person(world, member));
  for (let from = 0; from < people; from += SETTLED_AT_ONCE)
    await Promise.all(persons.slice(from, from + SETTLED_AT_ONCE).map(settle));
  for (const [index, tenant] of members.entries())
    await addRental(db, known, members[(index + 1) % people] ?? tenant, tenant);
  await close();
  const visits = Promise.allSettled(persons.map((person) => visit(world, person, pause)));
  return {
    outcomes,
    sql,
    /**
     * Ends the load; returns a row for each kind of request, and one that compares the stored records with the
     * confirmed writes.
     */
    async finish(isCutAllowed: boolean): Promise<Row[]> {
      over.abort();
      for (const visited of await visits) if (visited.status === 'rejected') throw visited.reason;
      await delay(SETTLED_MILLISECONDS);
      const ids = members.map(({ id }) => id);
      const stored = await readStored(sql, ids);
      await sql.close();
      const kinds = [...Map.groupBy(outcomes, ({ what }) => what)].sort();
      const rows = kinds.map(([what, ofKind]) => rowOfOutcomes(what, ofKind, isCutAllowed));
      return [...rows, rowOfFindings(audit(known, stored), stored.products.length)];
    },
  };
}

/** Each user owns three products that nobody changes, two others and a bundle. */
async function settle(person: Person): Promise<void> {
  const { still } = person.member;
  while (still.length < STILL)
    await person.create('product', { isKeyed: true, usual: { online: true }, among: still });
  await person.create('bundle', { isKeyed: true });
  for (let count = 0; count < 2; count++) await person.create('product', { isKeyed: true });
}

/** Titles distinguish creates, so updates don't change them. */
function inputsOf(contracts: Contracts): World['inputs'] {
  const sample = (inputs: fc.Arbitrary<JsonObject>) => fc.sample(inputs, INPUTS);
  const updates = sample(validUpdate(contracts)).map(({ title: _, ...others }) => others);
  return {
    creates: sample(validCreate(contracts)).map((input) => ({ ...input, productType: 0 })),
    updates: updates.filter((input) => Object.keys(input).length > 0),
  };
}

/** The row of the records that are stored at the end. */
function rowOfFindings({ lost, doubled, half }: Findings, stored: number): Row {
  for (const fault of lost) process.stderr.write(`lost: ${fault}\n`);
  const faults = [...doubled, ...half];
  const outcomes = Array.from({ length: Math.max(stored, faults.length) }, (_, index) => ({
    milliseconds: 0,
    fault: faults[index],
  }));
  return rowOf(
    `stored afterwards: ${doubled.length} doubled, ${half.length} half done`,
    outcomes,
    lost.length,
  );
}
