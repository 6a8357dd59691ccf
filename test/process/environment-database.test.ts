// The environment of a database (D1) is stored by the first start.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/db.ts';
import { claimEnvironment } from '../../src/process/prepare-database.ts';
import { freshDatabase } from '../support/database.ts';

let database: Database;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.close());

const claim = (environment: 'test' | 'live') => claimEnvironment(database.db, environment);
const kept = () => database.db.deployment.findMany();

const REFUSED =
  'This database belongs to another environment (test). Use another DATA_DIR or DATABASE_URL for SERVICE_ENVIRONMENT=live.';

test('the first start stores its environment, and the other one is rejected, even without a token (D1)', async () => {
  await claim('test');
  await claim('test');
  await expect(claim('live')).rejects.toThrow(REFUSED);
  expect(await kept()).toMatchObject([{ id: 1, environment: 'test' }]);
});

test('nodes that start together agree on one environment, and those of the other one are rejected (D1)', async () => {
  const claims = await Promise.allSettled(
    (['test', 'live', 'test', 'live'] as const).map(claim),
  );
  expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await kept()).toHaveLength(1);
});
