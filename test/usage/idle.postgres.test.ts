// An idle node lets a database that scales to zero do so: it closes its connections, and asks for nothing but once an
// hour.
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { rowsAt } from '../support/pg-client.ts';

const MINUTE = 60_000;

/** The clock of timers alone: the sockets of the database go on as always. */
const TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

test('a node without requests sends no statement for an hour, and has no connection after a minute', async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, drop } = await freshPostgres();
  const app = await createTestApp({ database: await openPostgres(url) });
  const { id } = await app.product();
  expect((await app.readProduct(id)).status).toBe(200);
  await app.app.flushUsage();

  const sent = vi.spyOn(pg.Client.prototype, 'query');
  const connected = vi.spyOn(pg.Client.prototype, 'connect');
  onTestFinished(() => void vi.restoreAllMocks());
  const texts = () => sent.mock.calls.map(([query]) => JSON.stringify(query));
  /** Housekeeping, whose last statement reads the sequences. */
  async function housekeeping() {
    await expect.poll(() => texts().at(-1)).toContain('pg_sequences');
    await sent.mock.results.at(-1)?.value;
    vi.clearAllMocks();
  }
  await vi.advanceTimersByTimeAsync(MINUTE);
  await housekeeping();
  await vi.advanceTimersByTimeAsync(58 * MINUTE);
  // Without a connection, a statement would open one first.
  expect([texts(), connected.mock.calls]).toEqual([[], []]);
  expect(app.database.connections?.()).toMatchObject({ active: 0, idle: 0, pending: 0 });
  const sessions = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await expect.poll(() => rowsAt(url, sessions)).toEqual([]);
  vi.clearAllMocks();
  await vi.advanceTimersByTimeAsync(MINUTE);
  await housekeeping();

  vi.useRealTimers();
  await app.close();
  await drop();
});
