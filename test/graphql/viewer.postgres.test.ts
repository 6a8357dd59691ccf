// The caller on GraphQL, and why access was denied (D33, D48).
import { Request } from '@whatwg-node/fetch';
import type { GraphQLResolveInfo } from 'graphql';
import { expect, test } from 'vitest';
import { eraseUser } from '../../src/accounts/users.ts';
import { schemaOf } from '../../src/graphql/schema.ts';
import { createThrottle } from '../../src/operation/throttle.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { withDeadline } from '../../src/request-scope.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { budget, openTestApp } from '../support/app.ts';
import { operator } from '../support/operator.ts';

const app = await openTestApp({ config: { throttle: budget(3) } });

const VIEWER = `{ viewer {
  id name permissions
  token { name environment version createdAt expiresOn }
  createBudget { limit remaining windowSeconds resetsAt }
} }`;

const viewer = async (query: string, token: string) =>
  (await app.graphql(query, {}, { token })).body.data.viewer;

test('callers can read themselves and their token without any permission (D33)', async () => {
  const nobody = await app.person('nobody', []);
  const { createdAt } = await app.db.apiToken.findUniqueOrThrow({
    where: { id: nobody.tokenId },
  });
  expect((await app.graphql(VIEWER, {}, { token: nobody.token })).body).toEqual({
    data: {
      viewer: {
        id: String(nobody.id),
        name: 'nobody',
        permissions: [],
        token: {
          name: 'nobody',
          environment: 'TEST',
          version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          createdAt: createdAt.toISOString(),
          expiresOn: null,
        },
        createBudget: { limit: 3, remaining: 3, windowSeconds: 60, resetsAt: null },
      },
    },
  });
});

test('permissions and expiry are current (D33)', async () => {
  const person = await app.person('ending', ['WRITE', 'READ']);
  const expiresAt = new Date('2126-05-02T00:00:00Z');
  await app.db.apiToken.update({ where: { id: person.tokenId }, data: { expiresAt } });
  const query = '{ viewer { permissions token { expiresOn } } }';
  expect(await viewer(query, person.token)).toEqual({
    permissions: ['WRITE', 'READ'],
    token: { expiresOn: '2126-05-01' },
  });
  await app.db.user.update({ where: { id: person.id }, data: { permissions: ['READ'] } });
  expect(await viewer(query, person.token)).toMatchObject({ permissions: ['READ'] });
});

test('is an authentication error for an owner who is erased meanwhile (D4)', async () => {
  const { id, token } = await app.person('erased');
  async function* body() {
    // The service has found the caller by now.
    await eraseUser(operator(app.db), id);
    yield Buffer.from('{"query":"{ viewer { id } }"}');
  }
  const response = await app.app.fetch(
    new Request('http://localhost/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body() as never,
    }),
  );
  expect(await response.json()).toMatchObject({
    errors: [{ path: ['viewer'], extensions: { code: 'AUTH_INVALID_TOKEN' } }],
  });
});

test("a caller whose time is up doesn't affect another's read in the same turn", async () => {
  const { db, owner, rival } = app;
  const schema = schemaOf(createVersions(RELEASES));
  const { viewer: field } = schema.getQueryType()?.getFields() ?? {};
  const throttle = createThrottle(budget(3));
  const read = ({ id: userId, tokenId }: typeof owner) => {
    const operation = { db, throttle, caller: { userId, tokenId, permissions: [] } };
    return field?.resolve?.({}, {}, { operation }, {} as GraphQLResolveInfo);
  };
  const late = withDeadline(0, () => read(owner));
  const other = withDeadline(4_000, () => read(rival));
  await expect(late).rejects.toThrow('no time left');
  expect(await other).toMatchObject({ id: rival.id });
});

test("doesn't count toward the rate limit, and returns what creates on both APIs used (D31, D33)", async () => {
  const person = await app.person('creator');
  const budgetOf = async () => (await viewer(VIEWER, person.token)).createBudget;
  for (const remaining of [2, 1, 0, 0]) {
    await app.rest('POST', '/product', {}, { token: person.token });
    const now = await budgetOf();
    expect(now).toMatchObject({ limit: 3, remaining, windowSeconds: 60 });
    const seconds = (Date.parse(now.resetsAt) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(61);
  }
});

test('an update returns the same record as a product and as a bundle; a product is not a bundle (D33)', async () => {
  const update = `mutation($id: ID!, $title: String!) {
    updateProduct(id: $id, input: { title: $title }) {
      product { __typename id title revision }
      bundle { __typename id title revision items { quantity product { title } } }
    }
  }`;
  const tent = await app.product({ title: 'Tent' });
  const pack = await app.product({
    type: 'BUNDLE',
    items: { create: { adId: tent.id, quantity: 2, position: 0 } },
  });
  const same = { id: String(pack.id), title: 'New', revision: 2 };
  expect(
    (await app.graphql(update, { id: pack.id, title: 'New' })).body.data.updateProduct,
  ).toEqual({
    product: { __typename: 'Product', ...same },
    bundle: {
      __typename: 'Bundle',
      ...same,
      items: [{ quantity: 2, product: { title: 'Tent' } }],
    },
  });
  const plain = await app.graphql(update, { id: tent.id, title: 'New' });
  expect(plain.body.data.updateProduct.bundle).toBeNull();
});

test('FORBIDDEN names the missing permission, or the ownership (D48)', async () => {
  const reader = await app.person('reader', ['READ']);
  const writer = await app.person('writer', ['WRITE']);
  const own = await app.product({}, writer.id);
  const extensions = async (query: string, id: number, token: string) =>
    (await app.graphql(query, { id }, { token })).body.errors.map(
      (error: { extensions: object }) => error.extensions,
    );
  const read = 'query($id: ID!) { product(id: $id) { id } }';
  const write = 'mutation($id: ID!) { updateProduct(id: $id, input: {}) { product { id } } }';
  const code = 'FORBIDDEN';
  const missing = (permission: string) => [{ code, reason: 'PERMISSION', permission }];
  expect(await extensions(read, own.id, reader.token)).toEqual([
    { code, reason: 'OWNERSHIP' },
  ]);
  expect(await extensions(write, own.id, reader.token)).toEqual(missing('write'));
  expect(await extensions(read, own.id, writer.token)).toEqual(missing('read'));
  expect(await extensions(write, own.id, writer.token)).toEqual(missing('read'));
});
