// A load in which each answer is compared, as a whole, with the one that the drill computes for its user, id and document.

import { setTimeout as delay } from 'node:timers/promises';
import { newTokenRow } from '../../../../../src/accounts/tokens.ts';
import type { Row } from '../../drill.ts';
import { createAsk, createExchange, VERSION, type World } from './caller.ts';
import { createCreates } from './creates.ts';
import { randomQuery } from './documents.ts';
import type { Verdict } from './judge.ts';
import { audit, type Findings, Ledger, openSql, readStored, type Sql } from './ledger.ts';
import { type Member, populate } from './population.ts';
import { createRandom } from './random.ts';
import { createReads, createUpdates, type Rights } from './reads.ts';

/** A request with its verdict; `cut` when its connection ended without an answer, `aborted` when the drill ended it. */
export interface Outcome {
  readonly what: string;
  /** `performance.now()` at its start. */
  readonly start: number;
  readonly milliseconds: number;
  readonly verdict: Verdict | 'cut' | 'aborted';
}

const MOST_TOLD = 20;

export class Tally {
  readonly outcomes: Outcome[] = [];
  #told = 0;

  note(outcome: Outcome): void {
    this.outcomes.push(outcome);
    if (typeof outcome.verdict === 'object') this.tell(`${outcome.what}: ${outcome.verdict.wrong}`);
  }

  /** Prints a fault on stderr, because the table only counts them. */
  tell(fault: string): void {
    if (this.#told++ < MOST_TOLD) process.stderr.write(`${fault.slice(0, 2_000)}\n`);
  }

  /** A row for each kind of request. */
  rows(isCutAllowed: boolean): Row[] {
    const kinds = Map.groupBy(this.outcomes, ({ what }) => what);
    return [...kinds].sort().map(([what, outcomes]) => rowOfOutcomes(what, outcomes, isCutAllowed));
  }
}

/** Counts those that are no fault but no success either behind the name. */
export function rowOfOutcomes(what: string, outcomes: readonly Outcome[], isCutAllowed: boolean): Row {
  const count = (verdict: Outcome['verdict']) => outcomes.filter((outcome) => outcome.verdict === verdict).length;
  const asides = (['unavailable', 'throttled', 'cut', 'aborted'] as const)
    .map((verdict) => `${count(verdict)} ${verdict}`)
    .filter((text) => !text.startsWith('0 '));
  const ended = count('cut') + count('aborted');
  const failed =
    outcomes.filter(({ verdict }) => typeof verdict === 'object').length + (isCutAllowed ? 0 : count('cut'));
  return {
    what: [what, ...asides].join(', '),
    sent: outcomes.length,
    answered: outcomes.length - failed - (isCutAllowed ? ended : count('aborted')),
    failed,
    lost: 0,
    slowestMilliseconds: outcomes.reduce((most, { milliseconds }) => Math.max(most, milliseconds), 0),
  };
}

const MOST_READS_AT_ONCE = 4;
const CREATES_AT_ONCE = 6;

type Step = () => Promise<unknown>;

/** Rare steps change what the person may do, so only the person's own requests are under way meanwhile. */
async function visit(world: World, member: Member, pauseMilliseconds: number): Promise<void> {
  const { random, sql, throttle, isOver } = world;
  const ask = createAsk(world, member);
  const reads = createReads(world, member, ask);
  const create = createCreates(world, member, ask);
  const updates = createUpdates(world, member, ask);
  const someReads = (rights?: readonly Rights[], token?: string) =>
    Promise.all(Array.from({ length: 1 + random.below(MOST_READS_AT_ONCE) }, () => reads.any(rights, token)));

  const setPermissions = (names: string) =>
    sql.ask('UPDATE users SET permissions = $2::permission[] WHERE id = $1', [member.id, names]);
  /** While a permission is taken, an answer may be that of before or of after; from then on that of after alone. */
  const withoutPermission = async () => {
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{write}')]);
    await someReads([{ mayRead: false }]);
    await Promise.all([someReads([{}, { mayRead: false }]), setPermissions('{read}')]);
    await someReads();
    await updates.writeForbidden();
    await setPermissions('{read,write}');
  };
  const revoked = async () => {
    const old = member.token;
    const { value, row } = newTokenRow({ userId: member.id, name: 'Drill', environment: 'test', version: VERSION });
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
  /** Creates at once until the throttle refuses one. */
  const tooManyCreates = async () => {
    for (let sent = 0; sent < 2 * throttle.points && !isOver(); sent += CREATES_AT_ONCE) {
      const verdicts = await Promise.all(Array.from({ length: CREATES_AT_ONCE }, () => create('product')));
      if (verdicts.includes('throttled')) return;
    }
  };
  const steps: readonly (readonly [weight: number, step: Step])[] = [
    [58, () => someReads()],
    [8, () => updates.update()],
    [8, () => updates.update({ isKeyed: true })],
    [5, () => create('product')],
    [5, () => create('product', { isKeyed: true })],
    [3, () => create('bundle')],
    [4, () => create('bundle', { isKeyed: true })],
    [3, () => create('product', { isKeyed: true, twins: true })],
    [2, () => updates.updateStale()],
    [2, withoutPermission],
    [2, revoked],
    [0.5, tooManyCreates],
  ];
  while (!isOver()) {
    await chosen(steps, random)();
    await delay((pauseMilliseconds * 2 * random.below(100)) / 100);
  }
}

function chosen(steps: readonly (readonly [number, Step])[], random: World['random']): Step {
  const total = steps.reduce((sum, [weight]) => sum + weight, 0);
  let place = (random.below(1_000_000) / 1_000_000) * total;
  for (const [weight, step] of steps) {
    place -= weight;
    if (place < 0) return step;
  }
  return () => Promise.resolve();
}

const DOCUMENTS = 12;
const SEED = 2026;
const THROTTLE = { points: 25, windowMilliseconds: 5_000 };
/** Writes whose answers nobody got have ended by then. */
const SETTLED_MILLISECONDS = 6_000;

export interface CheckedLoadOptions {
  readonly databaseUrl: string;
  readonly origins: readonly string[];
  readonly people: number;
  /** Milliseconds between two steps of a person, on average. */
  readonly pause: number;
}

export interface CheckedLoad {
  readonly tally: Tally;
  readonly sql: Sql;
  /** Ends the load and compares the stored records with the answered writes. */
  finish(): Promise<Row>;
}

/** The variables of a service that takes the load. */
export const LOADED = {
  RATE_LIMIT_POINTS: String(THROTTLE.points),
  RATE_LIMIT_WINDOW_SECONDS: String(THROTTLE.windowMilliseconds / 1_000),
  AUTH_FAILURE_POINTS: '1000000',
};

export async function startCheckedLoad({
  databaseUrl,
  origins,
  people,
  pause,
}: CheckedLoadOptions): Promise<CheckedLoad> {
  const random = createRandom(SEED);
  const { known, members } = await populate(databaseUrl, people, random);
  const { exchange, close } = createExchange();
  const sql = openSql(databaseUrl);
  const tally = new Tally();
  const ledger = new Ledger();
  const over = new AbortController();
  const world: World = {
    ...{ known, members, ledger, sql, tally, random, origins, exchange },
    documents: Array.from({ length: DOCUMENTS }, () => randomQuery(random)),
    throttle: THROTTLE,
    isOver: () => over.signal.aborted,
  };
  const visits = Promise.allSettled(members.map((member) => visit(world, member, pause)));
  return {
    tally,
    sql,
    async finish() {
      over.abort();
      for (const visited of await visits) if (visited.status === 'rejected') throw visited.reason;
      await delay(SETTLED_MILLISECONDS);
      const ids = members.map(({ id }) => id);
      const stored = await readStored(sql, ids);
      const findings = audit(known, ledger, stored);
      for (const fault of Object.values(findings).flat()) tally.tell(fault);
      await sql.close();
      close();
      return rowOfFindings(findings, stored.products.length);
    },
  };
}

/** The row of the records that are stored at the end. */
const rowOfFindings = ({ lost, doubled, half }: Findings, stored: number): Row => ({
  what: `stored afterwards: ${doubled.length} doubled, ${half.length} half done`,
  sent: stored,
  answered: stored - lost.length,
  failed: doubled.length + half.length,
  lost: lost.length,
  slowestMilliseconds: 0,
});
