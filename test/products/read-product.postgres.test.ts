// Read a product (section 4.2): cases that neither the recorded contract nor the harness covers.
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

test('the owner can read the product, even if it is offline or archived (D28)', async () => {
  const { id } = await app.product({ title: 'Old tent', online: false, archived: true });
  const { body } = await app.rest('GET', `/product/${id}`);
  expect(body.product).toMatchObject({ id, title: 'Old tent', online: false, archived: true });
});
