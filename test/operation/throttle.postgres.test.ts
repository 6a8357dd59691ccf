// The rate limit on creates (section 8, D31).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { budget, createTestApp, type TestApp } from '../support/app.ts';

const WINDOW_SECONDS = 2;
let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({ config: { throttle: budget(3, WINDOW_SECONDS) } });
});
afterEach(() => app.close());

const input = { title: 'a', rent: 1, sku: 's' };
/** Five creates of one request. */
const createFive = (given: object) => {
  const creates = [0, 1, 2, 3, 4].map(
    (n) => `a${n}: createProduct(input: $input) { success }`,
  );
  const mutation = `mutation($input: CreateProductInput!) { ${creates.join(' ')} }`;
  return app.graphql(mutation, { input: given });
};
const createOnRest = () => app.createProduct(input);

test('the next call succeeds after waiting for Retry-After', async () => {
  for (let call = 0; call < 3; call++) await createOnRest();
  const seconds = Number((await createOnRest()).headers.get('retry-after'));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  expect((await createOnRest()).status).toBe(201);
});

test('waits at most a window, although a node whose clock was days ahead began it', async () => {
  for (let call = 0; call < 3; call++) await createOnRest();
  const ahead = BigInt(Date.now() + 4 * 86_400_000);
  await app.db.budget.updateMany({ data: { expire: ahead } });
  const { body } = await app.graphql('{ viewer { createBudget { resetsAt } } }');
  const inSeconds = (Date.parse(body.data.viewer.createBudget.resetsAt) - Date.now()) / 1000;
  expect(inSeconds).toBeLessThanOrEqual(WINDOW_SECONDS + 1);
  const refused = await createOnRest();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(WINDOW_SECONDS);
  const { expire } = await app.db.budget.findFirstOrThrow();
  expect(Number(expire)).toBeLessThanOrEqual(Date.now() + WINDOW_SECONDS * 1000);
});

test('each aliased mutation counts; partial success returns 200 with Retry-After (D37)', async () => {
  const answer = await createFive(input);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('retry-after')).toMatch(/^[12]$/);
  const success = true;
  expect(Object.values(answer.body.data)).toEqual([
    { success },
    { success },
    { success },
    null,
    null,
  ]);
  expect(await app.db.product.count()).toBe(3);
});

test("variables of the wrong type execute nothing and don't count", async () => {
  const answer = await createFive({ title: 5 });
  expect(answer.body.errors[0].extensions.code).toBe('VALIDATION_FAILED');
  for (let call = 0; call < 3; call++) expect((await createOnRest()).status).toBe(201);
  expect((await createOnRest()).status).toBe(429);
});
