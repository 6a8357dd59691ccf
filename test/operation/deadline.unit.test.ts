// A request whose work never finishes gets a response at its deadline.
import { expect, test } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { failureOf } from '../../src/operation/operation-failure.ts';
import { beforeDeadline, withDeadline } from '../../src/request-scope.ts';

const never = () => new Promise<never>(() => {});

test('an operation whose work never ends is unavailable', async () => {
  const late = await withDeadline(10, () => beforeDeadline(never())).catch(failureOf);
  expect(late).toMatchObject({ kind: 'unavailable' });
});

test('an error in work that nobody waits for any longer is ignored', async () => {
  const failed = Promise.withResolvers<never>();
  const late = await withDeadline(10, () => beforeDeadline(failed.promise)).catch(
    (error: unknown) => error,
  );
  expect(isUnavailable(late)).toBe(true);
  failed.reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});
