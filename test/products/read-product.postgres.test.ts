// Read a product (section 4.2): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

test('the owner can read the product, even if it is offline or archived (D28)', async () => {
  const { id } = await app.product({ title: 'Old tent', online: false, archived: true });
  const { body } = await app.rest('GET', `/product/${id}`);
  expect(body.product).toMatchObject({ id, title: 'Old tent', online: false, archived: true });
});

test('returns 403 without the permission to read, whether or not the product exists (D5, D9)', async () => {
  const writer = await app.person('writer', ['WRITE']);
  for (const id of [(await app.product({}, writer.id)).id, 999_999]) {
    expect(
      (await app.rest('GET', `/product/${id}`, undefined, { token: writer.token })).status,
    ).toBe(403);
  }
});
