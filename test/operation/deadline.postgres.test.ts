// What a request waits for never comes: it is answered by its deadline, on both kinds of database.

import { expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config.ts';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { withRecords } from '../../src/database/records/extension.ts';
import { beforeDeadline, withDeadline } from '../../src/database/request-scope.ts';
import { asResult } from '../../src/operation/run.ts';
import { BASE, budget, createTestApp } from '../support/app.ts';
import { silentLog } from '../support/log.ts';

const never = () => new Promise<never>(() => {});

test('work of an operation that does not end is unavailable', async () => {
  expect(await withDeadline(10, () => asResult(never))).toMatchObject({ failure: { kind: 'unavailable' } });
});

test('a failure of work that nobody waits for any longer ends nothing', async () => {
  const failed = Promise.withResolvers<never>();
  const late = await withDeadline(10, () => beforeDeadline(failed.promise)).catch((error: unknown) => error);
  expect(isUnavailable(late)).toBe(true);
  failed.reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('requests of both surfaces are 503 while the database answers nothing', async () => {
  const app = await createTestApp();
  const statements = { ...app.database.statements, read: never };
  const silent = createApp({
    database: { ...app.database, statements, db: withRecords(app.db, statements) },
    config: { ...parseConfig({}), throttle: budget() },
    logger: silentLog(),
  });
  const requests: readonly [path: string, init?: RequestInit][] = [
    [`${BASE}/product/1`],
    [`${BASE}/product`, { method: 'POST', body: '{}' }],
    ['/graphql', { method: 'POST', body: '{"query":"{ product(id: 1) { id } }"}' }],
    ['/readyz'],
  ];
  const headers = { Authorization: `Bearer ${app.owner.token}`, 'Content-Type': 'application/json' };
  const answers = requests.map(([path, init]) =>
    silent.fetch(new Request(`http://localhost${path}`, { ...init, headers })),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  await silent.close();
  await app.close();
});
