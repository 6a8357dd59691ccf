// A table runs out of IDs: the contract has int4 (D10), so nothing can be created until an operator acts.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MOST_USED, readUsedIds } from '../../src/usage/housekeeping.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { readText } from '../system/deploy/deploy-files.ts';

const { logger, logged } = recordedLog('error');
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ logger });
});
/** Files share an embedded database, so its sequences are reset. */
afterEach(async () => {
  await app.db
    .$executeRaw`ALTER SEQUENCE products_id_seq START WITH 1 MAXVALUE 2147483647 RESTART`;
  await app.close();
});

const product = { title: 'Tent', rent: 1, sku: 's' };
const INPUT = '{ title: "Tent", rent: 1, sku: "s" }';
const CREATE = `mutation { one: createProduct(input: ${INPUT}) { success } two: createProduct(input: ${INPUT}) { success } }`;
const once = { headers: { 'Idempotency-Key': 'once' } };

test('creates return 503 on both APIs, are never half done, and succeed with their key later; the log says what to do (D52)', async () => {
  const { id } = await app.product();
  await app.db.$queryRaw`SELECT setval('products_id_seq', 2147483647)`;
  const bundle = { title: 'a', items: [{ ad_id: id, quantity: 1 }] };
  for (const { status, headers } of [
    await app.createProduct(product, once),
    await app.rest('POST', '/bundle', { bundle }),
    await app.graphql(CREATE),
  ])
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect(await app.db.product.count()).toBe(1);
  expect(logged()).toMatchObject([
    {
      'error.type': 'ids_used_up',
      'exception.message': expect.stringMatching(
        /products_id_seq.*\(2147483647\)\. Restart the sequence /,
      ),
    },
  ]);
  // Everything that needs no new ID still works.
  expect((await app.updateProduct(id, { title: 'b' })).status).toBe(200);

  await app.db
    .$executeRaw`ALTER SEQUENCE products_id_seq START WITH 1001 MAXVALUE 1002 RESTART`;
  const created = await app.createProduct(product, once);
  expect(created).toMatchObject({ status: 201, body: { id: 1001 } });
  expect((await app.createProduct(product)).status).toBe(201);
  expect((await app.createProduct(product)).status).toBe(503);
});

test('warns about a sequence once it has used 80 % of its current range (D10)', async () => {
  const mostlyUsed = async () =>
    (await readUsedIds(app.db)).filter(({ used }) => used >= MOST_USED);
  await app.db
    .$executeRaw`ALTER SEQUENCE products_id_seq START WITH 901 MAXVALUE 1000 RESTART`;
  expect(await mostlyUsed()).toEqual([]);
  await app.db.$queryRaw`SELECT setval('products_id_seq', 979)`;
  expect(await mostlyUsed()).toEqual([]);
  await app.db.$queryRaw`SELECT setval('products_id_seq', 980)`;
  expect(await mostlyUsed()).toEqual([{ sequence: 'products_id_seq', used: 0.8 }]);
});

test('the query in mend.md finds the longest ranges of free IDs, and no empty ones (D10)', async () => {
  const [, section = ''] = readText('.deploy/mend.md').split('\n## IDs\n');
  const [, query = ''] = /```sql\n(.*?)```/s.exec(section) ?? [];
  for (const id of [1, 2, 3, 7, 8, 2147483646]) await app.product({ id });
  expect(await app.db.$queryRawUnsafe(query)).toEqual([
    { first: 9, last: 2147483645 },
    { first: 4, last: 6 },
  ]);
});
