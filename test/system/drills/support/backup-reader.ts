// A reader that holds a lock as a backup does: in a transaction of its own, with the weakest lock that there is.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Resolves at the end of the reader: when that was, and whether its transaction was ended before. */
export async function readLike(backup: string, url: string, milliseconds: number) {
  const client = new pg.Client({ connectionString: url, application_name: backup });
  client.on('error', () => {});
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE products IN ACCESS SHARE MODE');
  await delay(milliseconds);
  const isEnded = await client.query('COMMIT').then(
    () => false,
    () => true,
  );
  const endedAt = performance.now();
  await client.end();
  return { endedAt, isEnded };
}
