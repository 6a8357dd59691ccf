// A caller whose row can't be read, beside others in the same statement.
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';

test('is answered 500 with its request id, and the others of its batch as ever', async () => {
  const app = await createTestApp();
  const { id } = await app.product();
  const rivals = await app.product({}, app.rival.id);
  // Written past the service, as an operator can.
  await app.db.$executeRawUnsafe(`UPDATE users SET permissions = '{NULL}' WHERE id = ${app.rival.id}`);
  const get = (product: number, token: string) => app.rest('GET', `/product/${product}`, undefined, { token });
  const answers = await Promise.all([
    get(id, app.owner.token),
    get(rivals.id, app.rival.token),
    get(id, app.owner.token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(answers[1]?.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  await app.close();
});
