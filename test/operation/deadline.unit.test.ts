// A request whose work takes too long gets a response at its deadline.
import { expect, test } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { beforeDeadline, withDeadline } from '../../src/request-scope.ts';

test('an error in work that nobody waits for any longer is ignored', async () => {
  const failed = Promise.withResolvers<never>();
  const late = await withDeadline(10, () => beforeDeadline(failed.promise)).catch(
    (error: unknown) => error,
  );
  expect(isUnavailable(late)).toBe(true);
  failed.reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});
