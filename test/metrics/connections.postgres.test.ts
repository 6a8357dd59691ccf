// The connections to a PostgreSQL server in the metrics: active, idle, pending.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOf } from '../../src/config.ts';
import type { Database } from '../../src/database/open-database.ts';
import { type OpenMetrics, openMetrics } from '../../src/metrics/open-metrics.ts';
import { freshDatabase } from '../support/database.ts';
import { scrape } from './scrape.ts';

let database: Database;
let scraped: OpenMetrics;
beforeEach(async () => {
  database = await freshDatabase();
  scraped = await openMetrics({ host: '127.0.0.1', port: 0 }, buildOf(undefined));
  scraped.metrics.watchDatabase(database);
});
afterEach(async () => {
  await scraped.stop();
  await database.close();
});

async function connections() {
  const samples = await scrape(scraped.port);
  const value = (name: string) => samples.get(`owner_api_database_connections${name}`);
  return {
    active: value('{state="active"}'),
    idle: value('{state="idle"}'),
    pending: value('_pending'),
    max: value('_max'),
  };
}

test('active and idle connections and queries that wait for one are read at each scrape', async () => {
  const { pool } = database;
  if (!pool) throw new Error('a PostgreSQL server has a pool');
  const max = 10;
  const pooled = pool.options.max;
  const clients = await Promise.all(Array.from({ length: pooled }, () => pool.connect()));
  const waiting = [pool.query('SELECT 1'), pool.query('SELECT 1')];
  const slow = database.statements.read('SELECT pg_sleep(0.5)', []);
  await vi.waitFor(async () => expect(await connections()).toEqual({ active: pooled + 1, idle: 0, pending: 2, max }));
  for (const client of clients) client.release();
  await Promise.all([...waiting, slow]);
  expect(await connections()).toEqual({ active: 0, idle: pooled + 1, pending: 0, max });
});
