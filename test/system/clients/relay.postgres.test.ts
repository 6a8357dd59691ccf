// The environment of the guide on Relay: failures are thrown with their codes, reads again need no Node, ids belong to types.
import { createOperationDescriptor, type Environment } from 'relay-runtime';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServiceError } from './owner-api.ts';
import { createEnvironment } from './relay/environment.ts';
import Edited from './relay/generated/product_edited.graphql.ts';
import Read, { type productQuery } from './relay/generated/productQuery.graphql.ts';
import Refetch from './relay/generated/productRefetchQuery.graphql.ts';
import Update from './relay/generated/productUpdateMutation.graphql.ts';
import { refetchProduct, updateProduct } from './relay/save-product.ts';
import { serveApp } from './serve-app.ts';

const app = await serveApp();

let environment: Environment;
beforeEach(() => {
  environment = createEnvironment(app.graphqlUrl, () => app.owner.token);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const update = (id: number, input: object, ifRevision = 1) =>
  updateProduct(environment, { id: String(id), input, ifRevision }, crypto.randomUUID());
const failureOf = (promise: Promise<unknown> | undefined) => promise?.then(JSON.stringify, (error) => error);

/** What is thrown where each request has this answer, and no pause takes time. */
async function thrownBy(send: () => Promise<unknown> | undefined, body: string, init: ResponseInit) {
  vi.stubGlobal('fetch', async () => new Response(body, init));
  vi.useFakeTimers();
  const failure = failureOf(send());
  await vi.runAllTimersAsync();
  expect(await failure).toBeInstanceOf(ServiceError);
  return (await failure).extensions;
}

test.each([
  [401, 'AUTH_INVALID_TOKEN'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [412, 'CONFLICT'],
  [422, 'IDEMPOTENCY_KEY_REUSED'],
  [429, 'RATE_LIMITED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
])(
  'a failure that REST would answer with %i is thrown by queries and mutations with %s (D47)',
  async (rehearsed, code) => {
    for (const [{ params }, send] of [
      [Update, () => update(1, { rent: 2 })],
      [Refetch, () => refetchProduct(environment, '1')],
    ] as const) {
      const variables = { id: '1', input: { rent: 2 }, ifRevision: 1 };
      const preference = { headers: { Prefer: `code=${rehearsed}` } };
      const { status, headers, body } = await app.graphql(params.text ?? '', variables, preference);
      const more = rehearsed === 429 && { retryAfter: expect.any(Number) };
      expect(await thrownBy(send, JSON.stringify(body), { status, headers })).toMatchObject({ code, ...more });
      vi.useRealTimers();
    }
  },
);

test.each([
  [429, { code: 'RATE_LIMITED', retryAfter: 7 }],
  [500, { code: 'INTERNAL' }],
  [502, { code: 'UNAVAILABLE' }],
])('an answer of a proxy, %i and no GraphQL, is thrown with %o', async (status, extensions) => {
  const answer = { status, headers: { 'Retry-After': '7' } };
  expect(await thrownBy(() => update(1, { rent: 2 }), '<h1>Away</h1>', answer)).toEqual(extensions);
});

test('a conflict has the revision that is stored, a variable of the wrong type its field; what a rule refuses is data (D35, D41)', async () => {
  const { id } = await app.product();
  expect((await failureOf(update(id, { quantity: 1.5 }))).extensions).toMatchObject({
    ...{ code: 'VALIDATION_FAILED', errors: [{ field: 'quantity' }] },
  });
  expect(await update(id, { title: ' ' })).toMatchObject({ success: false, errors: [{ field: 'title' }] });
  await update(id, { rent: 2 });
  expect((await failureOf(update(id, { rent: 3 }))).extensions).toEqual({ code: 'CONFLICT', revision: 2 });
});

test('of several fields, those that were read stay beside the errors of the others', async () => {
  const { id } = await app.product({ title: 'Lamp' });
  const text = `{ mine: product(id: ${id}) { title } other: product(id: 2147483647) { title } }`;
  const request = { text, operationKind: 'query', name: 'both', id: null, cacheID: 'both', metadata: {} } as const;
  const answer = await environment.getNetwork().execute(request, {}, {}).toPromise();
  expect(answer).toMatchObject({ data: { mine: { title: 'Lamp' }, other: null }, errors: [{ path: ['other'] }] });
});

describe('the store', () => {
  const record = (id: string) => environment.getStore().getSource().get(id);

  test('has a product and a bundle of one id apart, and the answer to an update refreshes both', async () => {
    const item = await app.product({ rent: 5 });
    const query = `mutation { createBundle(input: { title: "Pack", items: [{ adId: ${item.id}, quantity: 1 }] }) { id } }`;
    const { id } = (await app.graphql(query)).body.data.createBundle;
    const payload = await update(id, { rent: 6 });
    expect(payload).toMatchObject({ success: true, bundle: { id, rent: 6 } });
    expect(record(`Product${id}`)).toMatchObject({ __typename: 'Product', rent: 6, revision: 2 });
    expect(record(`Bundle${id}`)).toMatchObject({ __typename: 'Bundle', rent: 6 });
  });

  test('follows a read again, which needs no Node: what shows the product is told', async () => {
    const { id: number } = await app.product({ rent: 5 });
    const id = String(number);
    await refetchProduct(environment, id);
    const operation = createOperationDescriptor(Read, { id } satisfies productQuery['variables']);
    expect(environment.check(operation).status).toBe('available');
    environment.retain(operation);
    const snapshot = environment.lookup({ ...operation.fragment, dataID: `Product${id}`, node: Edited });
    const seen: unknown[] = [];
    environment.subscribe(snapshot, ({ data }) => seen.push(data));
    await app.rest('PUT', `/product/${id}`, { product: { rent: 7 } });
    await refetchProduct(environment, id);
    expect(seen).toEqual([expect.objectContaining({ id, rent: 7, revision: 2 })]);
  });
});
