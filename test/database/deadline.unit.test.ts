// Waiting for other work within the deadline of a request.
import { expect, test } from 'vitest';
import { isUnavailable } from '../../src/database/database-errors.ts';
import { beforeDeadline, withDeadline } from '../../src/database/deadline.ts';

test('a request waits for other work until its deadline, and is unavailable then', async () => {
  const never = new Promise<void>(() => {});
  const error = await withDeadline(20, () => beforeDeadline(never)).catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
});

test('a request goes on as soon as the other work has ended', async () => {
  await withDeadline(60_000, () => beforeDeadline(Promise.resolve()));
});
