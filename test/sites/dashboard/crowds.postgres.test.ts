// Crowds of strangers at the dashboard: pages of signed-in users, pages of other networks, and writes don't wait for
// them.
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { headOf, openServedApp } from '../../http/served-app.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { lock } from '../../support/lock.ts';
import { signedIn } from './visitor.ts';

const CROWD = 500;
/** How many of the crowd may be served first. In the order of arrival it would be all. */
const MOST = 0.9 * CROWD;
const CROWDED = '198.51.100.9';
const ELSEWHERE = '203.0.113.5';

/** A crowd takes its time to connect on a busy machine. */
const bounds = {
  headersTimeout: EVENTUALLY,
  requestTimeout: EVENTUALLY,
  keepAliveTimeout: EVENTUALLY,
};
const app = await openServedApp({ trustedProxyHops: 1, bounds });
const cookie = (await signedIn(app)).cookieHeader();
const { id } = await app.product();
beforeEach(() => app.db.budget.deleteMany());

const page = (from: string, path: string, value = '') =>
  `${headOf('GET', path, `X-Forwarded-For: ${from}`, `Cookie: ${value}`)}\r\n`;

const BODY = '{"product":{"title":"Tent"}}';
const UPDATE = `${app.head('PUT', `/product/${id}`, `Content-Length: ${BODY.length}`)}\r\n${BODY}`;
const ACCOUNT = page(CROWDED, '/dashboard/account', cookie);
const SIGN_IN = page(CROWDED, '/dashboard/sign-in');
const MADE_UP_LINK = page(CROWDED, '/dashboard/sign-in/link?key=made-up');
const MADE_UP_SESSION = page(CROWDED, '/dashboard/account', 'dashboard_session=made-up');

/** A connection that the service has accepted. */
async function accepted() {
  const connection = await app.connect();
  connection.send(`${headOf('GET', '/healthz')}\r\n`);
  await connection.answer();
  return connection;
}

/**
 * Sends a crowd's requests, then others; says how these ended, and how many of the crowd were served before them.
 * `onEnd` is called then, while the crowd still waits.
 */
async function behind(
  crowd: string,
  requests: readonly string[],
  onEnd: () => Promise<void> = async () => {},
) {
  const connections = await Promise.all(Array.from({ length: CROWD }, accepted));
  const last = await Promise.all(requests.map(accepted));
  let served = 0;
  for (const connection of connections) connection.send(crowd);
  const all = connections.map(async (connection) => {
    await connection.answer();
    served += 1;
  });
  last.forEach((connection, index) => {
    connection.send(requests[index] ?? '');
  });
  const answers = await Promise.all(last.map((connection) => connection.answer()));
  const before = served;
  await onEnd();
  await Promise.all(all);
  for (const connection of [...last, ...connections]) connection.close();
  return { statuses: answers.map(({ status }) => status), before };
}

/** How many wait at most within ten looks from the first that waits. Between two that wait in turn none does. */
async function mostWaiting(waiting: () => Promise<number>): Promise<number> {
  await expect.poll(waiting).toBeGreaterThan(0);
  let most = 1;
  for (let look = 0; look < 10; look += 1) {
    await delay(10);
    most = Math.max(most, await waiting());
  }
  return most;
}

describe('a crowd', () => {
  test('at the sign-in page delays neither signed-in users nor visitors of another network', async () => {
    await app.request(ACCOUNT);
    const others = [ACCOUNT, page(ELSEWHERE, '/dashboard/sign-in')];
    const { statuses, before } = await behind(SIGN_IN, others);
    expect(statuses).toEqual([200, 200]);
    expect(before).toBeLessThan(MOST);
  });

  test.each([
    ['links', 'sign_in_links', MADE_UP_LINK, [ACCOUNT, UPDATE]],
    ['sessions', 'sessions', MADE_UP_SESSION, [UPDATE]],
  ])(
    'with made-up %s, which wait for a lock on %s, takes one connection and delays nobody',
    async (_, table, crowd, others) => {
      await app.request(ACCOUNT);
      const held = await lock(app, `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      let most = 0;
      const { statuses, before } = await behind(crowd, others, async () => {
        most = await mostWaiting(held.waiting);
        await held.release();
      });
      expect(most).toBe(1);
      expect(statuses).toEqual(others.map(() => 200));
      expect(before).toBeLessThan(MOST);
    },
  );

  test('with made-up links or sessions never queues for the connections of writes, even if these are slow', async () => {
    await app.db.$executeRaw`
      CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END'`;
    await app.db.$executeRaw`
      CREATE TRIGGER slow BEFORE INSERT ON budgets FOR EACH ROW EXECUTE FUNCTION slow()`;
    const pool = app.database.pool;
    let waiting = 0;
    const note = () => {
      waiting = Math.max(waiting, pool?.waitingCount ?? 0);
    };
    pool?.on('acquire', note);
    for (const crowd of [MADE_UP_LINK, MADE_UP_SESSION]) await behind(crowd, [UPDATE]);
    pool?.off('acquire', note);
    expect(waiting).toBeLessThan(CROWD / 10);
  });
});
