// A connection that the server ends while somebody holds it and asks it nothing.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase, isPooled } from '../../support/database.ts';

// Behind a pooler a connection has no server process of its own.
test.skipIf(isPooled())('is a failed call for its holder, and no end of the process', async () => {
  const { db, pool, close } = await freshDatabase();
  const held = await pool?.connect();
  const { rows } = (await held?.query('SELECT pg_backend_pid() AS pid')) ?? { rows: [] };
  await db.$queryRaw`SELECT pg_terminate_backend(${rows[0].pid}::int)`;
  // Nobody listens for errors of this connection but the connection itself.
  await delay(100);
  await expect(held?.query('SELECT 1')).rejects.toThrow();
  held?.release(true);
  expect(await db.user.count()).toBe(0);
  await close();
});
