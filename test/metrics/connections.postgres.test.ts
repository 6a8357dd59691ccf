// The connections to a PostgreSQL server in the metrics: active, idle, pending.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/open-database.ts';
import { type OpenMetrics, openMetrics } from '../../src/metrics/open-metrics.ts';
import { freshDatabase } from '../support/database.ts';
import { scrape } from './scrape.ts';

let database: Database;
let scraped: OpenMetrics;
beforeEach(async () => {
  database = await freshDatabase();
  scraped = await openMetrics({ host: '127.0.0.1', port: 0 }, database.pool);
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
  const max = pool.options.max;
  const clients = await Promise.all(Array.from({ length: max }, () => pool.connect()));
  const waiting = [pool.query('SELECT 1'), pool.query('SELECT 1')];
  expect(await connections()).toEqual({ active: max, idle: 0, pending: 2, max });
  for (const client of clients) client.release();
  await Promise.all(waiting);
  expect(await connections()).toEqual({ active: 0, idle: max, pending: 0, max });
});
