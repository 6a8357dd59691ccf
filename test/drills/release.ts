// The drill `release`: nodes behind HAProxy get the code of the rehearsed release and lose it again, under load of its clients.
import { setTimeout as delay } from 'node:timers/promises';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/database/open-database.ts';
import { hashOf } from '../../src/operation/idempotency.ts';
import { createProduct } from '../../src/products/create-product.ts';
import { type Service, startService } from '../process/service.ts';
import { V1 } from '../releases/rehearsal.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import type { Drill, Row } from './drill.ts';
import { explain, type LoadResult } from './support/load.ts';
import { freePorts, startHaproxy } from './support/programs.ts';
import { type Answer, rowOf } from './support/send.ts';
import {
  ask,
  type Exchange,
  idIn,
  isReplay,
  playOnce,
  runClients,
  type VersionAnswer,
  type VersionClient,
} from './support/version-clients.ts';
import { type Known, NEWER_CREATE, newerExchanges, OLDER_CREATE, olderExchanges } from './support/version-exchanges.ts';

const NODES = 3;
/** HAProxy takes 3 s at this pace to notice a node that is not ready, and 2 s to notice that it is again. */
const PACE = 'inter 1000';
const DRAIN_SECONDS = 4;
const NOTICED_MILLISECONDS = 3_000;
const KEPT = 20;
const DAY_MILLISECONDS = 86_400_000;
const PRELOADED = new URL('../releases/preloaded.ts', import.meta.url).href;

const dayIn = (days: number) => new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

export const drill: Drill = {
  needs: 'haproxy (apt-get install haproxy), 4 minutes',
  async run() {
    const server = await startPostgresServer();
    const ports = await freePorts(NODES);
    const balancer = await startHaproxy(ports, PACE);
    const nodes: Service[] = [];
    const variables = {
      DATABASE_URL: server.url,
      PUBLIC_ORIGIN: balancer.origin,
      RATE_LIMIT_POINTS: '1000000',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    };
    /** A node of this code, with the rehearsed release if a day is given. */
    const startNode = (port: number, day?: string) =>
      startService({
        ...variables,
        PORT: String(port),
        ...(day && { NODE_OPTIONS: `--import ${PRELOADED}`, REHEARSED_DATE: day }),
      });
    const replace = async (day?: string) => {
      for (const [index, port] of ports.entries()) {
        await nodes[index]?.stop();
        nodes[index] = await startNode(port, day);
        await delay(NOTICED_MILLISECONDS);
      }
    };
    try {
      nodes.push(...(await Promise.all(ports.map((port) => startNode(port)))));
      await delay(NOTICED_MILLISECONDS);
      const opened = await openDatabase({ databaseUrl: server.url, dataDir: '' });
      try {
        return await rehearse(balancer.origin, opened, replace);
      } finally {
        await opened.close();
      }
    } finally {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')));
      await balancer.stop();
      await server.stop();
    }
  },
};

type Replace = (day?: string) => Promise<void>;

/** `replace` gives every node, one after the other, the code with the rehearsed release of a day, or that without. */
async function rehearse(origin: string, { db }: Database, replace: Replace): Promise<readonly Row[]> {
  const [today, later] = [dayIn(0), dayIn(2)];
  const { owner, known } = await populate(db);
  const clientOf = async (version: string, exchanges: readonly Exchange[]): Promise<VersionClient> => {
    const token = await createToken(db, { userId: owner, name: version, environment: 'test', version });
    return { token: token.value, exchanges, first: new Map() };
  };
  const older = await clientOf(V1, olderExchanges(known));
  const newer = await clientOf(today, newerExchanges(known));

  async function under(what: string, clients: readonly VersionClient[], work: () => Promise<void>): Promise<Row> {
    const before = await db.product.count();
    const done = new AbortController();
    const load = runClients(origin, clients, done.signal);
    await work().finally(() => done.abort());
    const result = await load;
    explain(what, result);
    return { ...result, what, lost: await wrongly(db, result, before) };
  }

  await playOnce(origin, older, { sent: 0, answered: 0, failed: 0, slowestMilliseconds: 0, created: [], failures: {} });
  const rows = [
    await under('a release of the future, and back', [older], async () => {
      await replace(later);
      await replace();
    }),
  ];
  const ofOldCode = await keep(origin, older.token, OLDER_CREATE);
  await formerly(db, owner);
  rows.push(
    await under('old code to new', [older], async () => {
      await db.$executeRawUnsafe('ALTER TABLE products ADD COLUMN rehearsed text');
      await replace(today);
    }),
    await retried('keys of old code, on new code', origin, ofOldCode, [
      { token: older.token, exchange: OLDER_CREATE },
      { token: newer.token, exchange: NEWER_CREATE },
    ]),
  );
  const ofNewCode = [
    ...(await keep(origin, older.token, OLDER_CREATE)),
    ...(await keep(origin, newer.token, NEWER_CREATE)),
  ];
  rows.push(
    await under('new code to new, both versions', [older, newer], () => replace(today)),
    await under('new code to old', [older], () => replace()),
    await retried('keys of new code, on old code', origin, ofNewCode, [
      { token: older.token, exchange: OLDER_CREATE },
      { token: newer.token, exchange: OLDER_CREATE, version: V1 },
    ]),
    await refused(db, origin, newer),
  );
  return rows;
}

/** People, products and a rental that every exchange meets. */
async function populate(db: Database['db']): Promise<{ owner: number; known: Known }> {
  const person = (name: string) =>
    db.user.create({ data: { name, email: `${name}@release.example`, permissions: ['READ', 'WRITE'] } });
  const [owner, tenant] = [await person('owner'), await person('tenant')];
  const data = { ownerId: owner.id, title: 'Tent', rent: 9.5, cost: 320, stockType: 'BULK', quantity: 1 } as const;
  const [product, updated] = [await db.product.create({ data }), await db.product.create({ data })];
  const day = new Date('2026-07-10');
  const item = { position: 0, productId: product.id, title: 'Tent', quantity: 1, dailyRate: 10.5, total: 10.5 };
  const rental = await db.rental.create({
    data: {
      ...{ status: 'ACTIVE', startDate: day, endDate: day, totalAmount: 10.5, tenantId: tenant.id, ownerId: owner.id },
      items: { create: item },
    },
  });
  return { owner: owner.id, known: { product: product.id, updated: updated.id, rental: rental.id } };
}

/** How many created products are not there, or there twice. */
async function wrongly(db: Database['db'], { created }: LoadResult, before: number): Promise<number> {
  const distinct = new Set(created).size;
  const count = (await db.product.count()) - before;
  return Math.abs(count - created.length) + (created.length - distinct);
}

interface Kept {
  readonly key: string;
  readonly text: string;
}

/** Creates, each with a key. */
async function keep(origin: string, token: string, exchange: Exchange): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (let index = 0; index < KEPT; index++) {
    const key = crypto.randomUUID();
    const { text } = await ask(origin, token, exchange, { 'Idempotency-Key': key });
    kept.push({ key, text });
  }
  return kept;
}

/** Half of the records get the hash that they had while defaults were part of it; they are kept for 24 hours (D40). */
async function formerly(db: Database['db'], userId: number): Promise<void> {
  const given = { title: 'Kept', rent: 2, quantity: 1, countryOfManufacture: 'DE', sku: 'S' };
  const inputHash = hashOf(undefined, { ...createProduct.defaults, ...createProduct.derived?.(given), ...given });
  const latest = await db.idempotencyRecord.findMany({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    take: KEPT / 2,
  });
  const keyHash = { in: latest.map((record) => record.keyHash) };
  await db.idempotencyRecord.updateMany({ where: { userId, keyHash }, data: { inputHash } });
}

interface Retry {
  readonly token: string;
  readonly exchange: Exchange;
  /** The header `service-version`. */
  readonly version?: string;
}

/** Every kept create again in each way: one that is not the replay of its first answer has failed. */
async function retried(what: string, origin: string, kept: readonly Kept[], ways: readonly Retry[]): Promise<Row> {
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
async function refused(db: Database['db'], origin: string, { token, exchanges }: VersionClient): Promise<Row> {
  const before = await db.product.count();
  const answers: Answer[] = [];
  for (const exchange of exchanges) {
    const answer = await ask(origin, token, exchange);
    answers.push(answerOf(answer, answer.text.includes(`Use one of the versions ${V1}`)));
  }
  return rowOf('tokens of the newer version, on old code', answers, [400], {
    lost: (await db.product.count()) - before,
  });
}

const answerOf = (answer: VersionAnswer, isRight: boolean): Answer => ({
  status: isRight ? answer.status : 0,
  milliseconds: answer.milliseconds,
  id: idIn(answer),
  isReplay: isReplay(answer),
});
