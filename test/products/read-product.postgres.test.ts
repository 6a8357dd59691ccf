// Read a product (section 4.2): what neither the recorded contract nor the harness holds.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

test('the owner reads the product, offline and archived ones too (D28)', async () => {
  const { id } = await app.product({ title: 'Old tent', online: false, archived: true });
  const { body } = await app.rest('GET', `/product/${id}`);
  expect(body.product).toMatchObject({ id, title: 'Old tent', online: false, archived: true });
});

test('403 without the permission to read, whether the product exists or not (D5, D9)', async () => {
  const writer = await app.person('writer', ['WRITE']);
  for (const id of [(await app.product({}, writer.id)).id, 999_999]) {
    expect((await app.rest('GET', `/product/${id}`, undefined, { token: writer.token })).status).toBe(403);
  }
});
