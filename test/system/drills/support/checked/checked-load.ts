// A load in which each answer is compared, as a whole, with the one that the drill computes for its user, id and document.
import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from '../../drill.ts';
import type { World } from './caller.ts';
import { randomQuery } from './documents.ts';
import { createExchange } from './exchange.ts';
import { audit, type Findings, Ledger, readStored } from './ledger.ts';
import { populate } from './population.ts';
import { createRandom } from './random.ts';
import { openSql, type Sql } from './sql.ts';
import { Tally } from './tally.ts';
import { visit } from './visitor.ts';

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
