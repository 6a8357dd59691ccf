// What a request waits for never comes: it is answered by its deadline.
import { expect, test } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { asResult } from '../../src/operation/run.ts';
import { beforeDeadline, withDeadline } from '../../src/request-scope.ts';

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
