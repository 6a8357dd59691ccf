// What a drill of a release asks of single requests: people and products to begin with, writes that are sent again, refusals.
import type { Database } from '../../../../src/database/open-database.ts';
import { V1 } from '../../releases/rehearsal.ts';
import type { Row } from '../drill.ts';
import type { LoadResult } from './load.ts';
import { type Answer, rowOf } from './send.ts';
import { ask, type Exchange, idIn, isReplay, type VersionAnswer, type VersionClient } from './version-clients.ts';
import type { Known } from './version-exchanges.ts';

const KEPT = 20;

/** People, products and a rental that every exchange meets. */
export async function populate(db: Database['db']): Promise<{ owner: number; known: Known }> {
  const person = (name: string) =>
    db.user.create({ data: { name, email: `${name}@release.example`, permissions: ['READ', 'WRITE'] } });
  const [owner, tenant] = [await person('owner'), await person('tenant')];
  const data = { ownerId: owner.id, title: 'Tent', rent: 9.5, cost: 320, stockType: 'BULK', quantity: 1 } as const;
  const create = () => db.product.create({ data });
  const [product, updated, byFirst, bySecond] = [await create(), await create(), await create(), await create()];
  const day = new Date('2026-07-10');
  const item = { position: 0, productId: product.id, title: 'Tent', quantity: 1, dailyRate: 10.5, total: 10.5 };
  const rental = await db.rental.create({
    data: {
      ...{ status: 'ACTIVE', startDate: day, endDate: day, totalAmount: 10.5, tenantId: tenant.id, ownerId: owner.id },
      items: { create: item },
    },
  });
  const targets = { updated: updated.id, updatedByFirst: byFirst.id, updatedBySecond: bySecond.id };
  return { owner: owner.id, known: { product: product.id, ...targets, rental: rental.id } };
}

interface Kept {
  readonly key: string;
  readonly text: string;
}

/** Creates, each with a key. */
export async function keep(origin: string, token: string, exchange: Exchange): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (let index = 0; index < KEPT; index++) {
    const key = crypto.randomUUID();
    const { text } = await ask(origin, token, exchange, { 'Idempotency-Key': key });
    kept.push({ key, text });
  }
  return kept;
}

interface Retry {
  readonly token: string;
  readonly exchange: Exchange;
  /** The header `service-version`. */
  readonly version?: string;
}

/** Every kept create again in each way: one that is not the replay of its first answer has failed. */
export async function retried(
  what: string,
  origin: string,
  kept: readonly Kept[],
  ways: readonly Retry[],
): Promise<Row> {
  const answers: Answer[] = [];
  for (const { key, text } of kept) {
    for (const { token, exchange, version } of ways) {
      const headers = { 'Idempotency-Key': key, ...(version && { 'service-version': version }) };
      const again = await ask(origin, token, exchange, headers);
      const isSame = isReplay(again) && idIn(again) === idIn({ text });
      if (!isSame) process.stderr.write(`${what}: ${again.status} ${again.text}, not ${text}\n`);
      answers.push(answerOf(again, isSame));
    }
  }
  return rowOf(what, answers, [201]);
}

/** Old code does not know the newer version: it answers 400 and names the versions that it has, and does nothing. */
export async function refused(
  db: Database['db'],
  origin: string,
  { token, exchanges }: VersionClient,
  what = 'tokens of the newer version, on old code',
  usable = V1,
): Promise<Row> {
  const before = await db.product.count();
  const answers: Answer[] = [];
  for (const exchange of exchanges) {
    const answer = await ask(origin, token, exchange);
    answers.push(answerOf(answer, answer.text.includes(`Use one of the versions ${usable}`)));
  }
  return rowOf(what, answers, [400], {
    lost: (await db.product.count()) - before,
  });
}

const answerOf = (answer: VersionAnswer, isRight: boolean): Answer => ({
  status: isRight ? answer.status : 0,
  milliseconds: answer.milliseconds,
  id: idIn(answer),
  isReplay: isReplay(answer),
});

/** How many created products are not there, or there twice. */
export async function wrongly(db: Database['db'], { created }: LoadResult, before: number): Promise<number> {
  const distinct = new Set(created).size;
  const count = (await db.product.count()) - before;
  return Math.abs(count - created.length) + (created.length - distinct);
}
