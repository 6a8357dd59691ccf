// A connection whose state is in doubt is closed: nobody gets one that is inside another's transaction, or that still
// waits for a response.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';
import { failureOf, troubledDatabase } from '../../support/troubled-database.ts';

// Each pool has one connection, so that the next work would get the one in doubt.
const troubled = troubledDatabase('?connection_limit=3');

let count = 0;
const user = () => ({ data: { name: 'Ada', email: `ada-${count++}@example.com` } });
const pool = () => {
  if (!troubled.database.pool) throw new TypeError('a server has a pool');
  return troubled.database.pool;
};

const sockets = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;

/** Writes, and reads each write back in another session. */
async function expectWritesToStand() {
  const { email } = await troubled.database.db.user.create(user());
  await troubled.database.db.user.updateMany({ where: { email }, data: { name: 'Bea' } });
  const rows = await rowsAt(
    troubled.serverUrl,
    `SELECT name FROM users WHERE email = '${email}'`,
  );
  expect(rows).toEqual([{ name: 'Bea' }]);
}

const STATEMENTS = {
  statement: 'the response to a statement',
  commit: 'the response to its COMMIT',
};

test.each(Object.values(STATEMENTS))(
  'no write is lost in a transaction that waited in vain for %s and its ROLLBACK',
  async (held) => {
    const early = user();
    const lost = troubled.database.db.$transaction(async (tx) => {
      await tx.user.create(early);
      troubled.proxy.holdResponses();
      if (held === STATEMENTS.statement) await tx.user.count();
    });
    expect(isUnavailable(await failureOf(lost))).toBe(true);
    await troubled.proxy.back();
    for (let write = 0; write < 3; write++) await expectWritesToStand();
    const rows = await rowsAt(
      troubled.serverUrl,
      `SELECT 1 FROM users WHERE email = '${early.data.email}'`,
    );
    // A COMMIT that arrived is done.
    if (held === STATEMENTS.statement) expect(rows).toEqual([]);
  },
);

test('the connection of a transaction without a response is closed with its first timeout', async () => {
  const start = performance.now();
  const ended = Promise.withResolvers<number>();
  pool().once('remove', () => ended.resolve(performance.now() - start));
  const lost = troubled.database.db.$transaction(async (tx) => {
    await tx.user.count();
    troubled.proxy.holdResponses();
    await tx.user.count();
  });
  await failureOf(lost);
  // A ROLLBACK that is sent too takes as long again.
  expect(await ended.promise).toBeLessThan(5_000);
});

test.each(['BEGIN', 'BEGIN; SELECT 1/0'])(
  'nobody gets a connection that was released after %s',
  async (script) => {
    const client = await pool().connect();
    troubled.proxy.splitResponses();
    await client.query(script).catch(() => {});
    await troubled.proxy.back();
    client.release();
    await expectWritesToStand();
  },
);

test('nobody gets a connection on which a statement timed out, even if its user says nothing', async () => {
  const client = await pool().connect();
  troubled.proxy.holdResponses();
  await expect(client.query('BEGIN')).rejects.toThrow('timeout');
  client.release();
  await troubled.proxy.back();
  await expectWritesToStand();
});

test('a connection whose transaction ended is used again', async () => {
  const backend = 'SELECT pg_backend_pid() AS pid';
  const [before] = await troubled.database.db.$queryRawUnsafe<{ pid: number }[]>(backend);
  await troubled.database.db.$transaction((tx) => tx.user.create(user()));
  await failureOf(
    troubled.database.db.$transaction(async (tx) => {
      await tx.user.create(user());
      throw new Error('on purpose');
    }),
  );
  expect(await troubled.database.db.$queryRawUnsafe(backend)).toEqual([before]);
});

test('a connection that the server closes while nobody uses it, in a pool or out of it, ends no process', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const taken = await pool().connect();
  let hasEnded = false;
  taken.once('end', () => {
    hasEnded = true;
  });
  await troubled.database.db.reads.user.count();
  await rowsAt(
    troubled.serverUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await expect.poll(() => hasEnded || uncaught.length > 0).toBe(true);
  taken.release();
  expect(uncaught).toEqual([]);
  await expectWritesToStand();
});

test('closes idle connections to a server that stays silent', async () => {
  const { db } = troubled.database;
  await Promise.all([db.user.count(), db.reads.user.count()]);
  const before = sockets();
  troubled.proxy.silence();
  expect(isUnavailable(await failureOf(db.reads.user.count()))).toBe(true);
  await expect.poll(sockets).toBeLessThanOrEqual(before - 2);
});

test('a nested write whose transaction has timed out sends none of its other statements', async () => {
  const { db } = troubled.database;
  const { id } = await db.user.create({ ...user(), select: { id: true } });
  const holder = await connectedClient(troubled.serverUrl);
  onTestFinished(() => holder.end());
  await holder.query(`BEGIN; SELECT FROM users WHERE id = ${id} FOR UPDATE`);
  const identities = { create: { issuer: 'https://a.example', subject: '1' } };
  const nested = db.$transaction(
    (tx) => tx.user.update({ where: { id }, data: { name: 'Bea', identities } }),
    { timeout: 200 },
  );
  const failure = failureOf(nested);
  await delay(500);
  await holder.query('COMMIT');
  expect(isUnavailable(await failure)).toBe(true);
  await expectWritesToStand();
  expect(await db.identity.count()).toBe(0);
});

test('closes its sockets soon even if the server no longer responds', async () => {
  await Promise.all(
    [troubled.database.db, troubled.database.db.reads].map((client) => client.user.count()),
  );
  const before = sockets();
  troubled.proxy.silence();
  await troubled.database.close();
  await expect.poll(sockets).toBeLessThanOrEqual(before - 2);
});

test('closes soon while a transaction waits for a server that no longer responds', async () => {
  const inTransaction = Promise.withResolvers<void>();
  const held = failureOf(
    troubled.database.db.$transaction(async (tx) => {
      await tx.user.count();
      troubled.proxy.silence();
      inTransaction.resolve();
      await tx.user.count();
    }),
  );
  await inTransaction.promise;
  const start = performance.now();
  await troubled.database.close();
  expect(performance.now() - start).toBeLessThan(EVENTUALLY);
  expect(isUnavailable(await held)).toBe(true);
});
