// The Relay environment of the guide on other clients: errors are thrown with their codes, and IDs belong to types.
import { afterEach, expect, test, vi } from 'vitest';
import { ServiceError } from './owner-api.ts';
import { createEnvironment } from './relay-environment.ts';
import { serveApp } from './serve-app.ts';

const app = await serveApp();
const environment = createEnvironment(app.graphqlUrl, () => app.owner.token);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const UPDATE = `mutation Update($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input, ifRevision: 1) { success errors { field } }
}`;

/** Sends a document as Relay does. */
function execute(text: string, variables: object = {}) {
  const operationKind = text.startsWith('mutation') ? 'mutation' : 'query';
  const request = {
    text,
    operationKind,
    name: 'Test',
    id: null,
    cacheID: text,
    metadata: {},
  } as const;
  return environment
    .getNetwork()
    .execute(request, { ...variables }, {})
    .toPromise();
}

const update = (id: number, input: object) => execute(UPDATE, { id: String(id), input });
const errorOf = (promise: Promise<unknown> | undefined) =>
  promise?.then(JSON.stringify, (error) => error);

/** What is thrown if every request gets this response, and no pause takes time. */
async function thrownBy(body: string, init: ResponseInit) {
  vi.stubGlobal('fetch', async () => new Response(body, init));
  vi.useFakeTimers();
  const error = errorOf(update(1, { rent: 2 }));
  await vi.runAllTimersAsync();
  expect(await error).toBeInstanceOf(ServiceError);
  return (await error).extensions;
}

test.each([
  [401, 'AUTH_INVALID_TOKEN'],
  [412, 'CONFLICT'],
  [429, 'RATE_LIMITED'],
  [503, 'UNAVAILABLE'],
])('throws an error that REST returns as %i with the code %s (D47)', async (rehearsed, code) => {
  const preference = { headers: { Prefer: `code=${rehearsed}` } };
  const { status, headers, body } = await app.graphql(
    UPDATE,
    { id: '1', input: { rent: 2 } },
    preference,
  );
  const more = rehearsed === 429 && { retryAfter: expect.any(Number) };
  expect(await thrownBy(JSON.stringify(body), { status, headers })).toMatchObject({
    code,
    ...more,
  });
});

test.each([
  [429, { code: 'RATE_LIMITED', retryAfter: 7 }],
  [500, { code: 'INTERNAL' }],
  [502, { code: 'UNAVAILABLE' }],
])('throws a response of a proxy, %i without GraphQL, as %o', async (status, extensions) => {
  expect(await thrownBy('<h1>Away</h1>', { status, headers: { 'Retry-After': '7' } })).toEqual(
    extensions,
  );
});

test('returns validation errors as data, throws wrong types and conflicts with their details (D35, D41)', async () => {
  const { id } = await app.product();
  expect((await errorOf(update(id, { quantity: 1.5 }))).extensions).toMatchObject({
    code: 'VALIDATION_FAILED',
    errors: [{ field: 'quantity' }],
  });
  expect(await update(id, { title: ' ' })).toMatchObject({
    data: { updateProduct: { success: false, errors: [{ field: 'title' }] } },
  });
  await update(id, { rent: 2 });
  expect((await errorOf(update(id, { rent: 3 }))).extensions).toEqual({
    code: 'CONFLICT',
    revision: 2,
  });
});

test('keeps the fields that were read along with the errors of the others', async () => {
  const { id } = await app.product({ title: 'Lamp' });
  const read = await execute(
    `{ mine: product(id: ${id}) { title } other: product(id: 2147483647) { title } }`,
  );
  expect(read).toMatchObject({
    data: { mine: { title: 'Lamp' }, other: null },
    errors: [{ path: ['other'] }],
  });
});
