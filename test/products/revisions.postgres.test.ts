// Revisions and ETags of products (D41): conditional reads and updates on both surfaces.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, faults, openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const app = await openTestApp();

let id: number;
beforeEach(async () => {
  id = (await app.product()).id;
});

const tag = (revision: number, version = NEWEST_VERSION) => `"${version}.${revision}"`;
const etagOf = ({ headers }: Answer) => headers.get('etag');
const read = (headers = {}, method = 'GET') => app.rest(method, `/product/${id}`, undefined, { headers });
const update = (product: object, ifMatch?: string, token = app.owner.token) =>
  app.rest(
    'PUT',
    `/product/${id}`,
    { product },
    { token, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } },
  );
const titleOf = async () => (await app.db.product.findUniqueOrThrow({ where: { id } })).title;

const UPDATE = `mutation ($id: ID!, $input: UpdateProductInput!, $ifRevision: Int) {
  updateProduct(id: $id, input: $input, ifRevision: $ifRevision) { success errors { field code } product { title revision } }
}`;
const change = (input: object, ifRevision?: number | null) => app.graphql(UPDATE, { id, input, ifRevision });

describe('a revision', () => {
  test('is 1 at first and raised by each write, whoever writes (D41)', async () => {
    expect(etagOf(await read())).toBe(tag(1));
    expect(etagOf(await update({ title: 'REST' }))).toBe(tag(2));
    expect((await change({ title: 'GraphQL' })).body.data.updateProduct.product.revision).toBe(3);
    await app.db.$executeRaw`UPDATE products SET revision = 99, title = 'SQL' WHERE id = ${id}`;
    expect(etagOf(await read())).toBe(tag(4));
  });

  test.each([
    ['product', () => ({ product: { title: 'Tent', rent: 2, stock_type: 1 } })],
    ['bundle', () => ({ bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 1 }] } })],
  ])('of a new %s is in the answer to its create: the first If-Match needs no read (D41)', async (kind, body) => {
    const created = await app.rest('POST', `/${kind}`, body());
    expect([etagOf(created), created.headers.get('cache-control')]).toEqual([tag(1), 'no-store']);
    id = created.body.id;
    expect(etagOf(await read())).toBe(etagOf(created));
    const changes = [await update({ title: 'Mine' }, tag(1)), await update({ title: 'Lost' }, tag(1))];
    expect(changes.map(({ status }) => status)).toEqual([200, 412]);
    expect(await titleOf()).toBe('Mine');
  });

  test('after the largest one is 1 again: no update fails (D41)', async () => {
    const { id: old } = await app.product({ revision: 2_147_483_647 });
    expect(etagOf(await app.rest('PUT', `/product/${old}`, { product: { title: 'New' } }))).toBe(tag(1));
  });

  test('is a field of Product and Bundle, and no field of REST (D41)', async () => {
    const bundle = await app.product({ type: 'BUNDLE' });
    await app.rest('PUT', `/product/${bundle.id}`, { product: { rent: 2 } });
    const query = `{ product(id: ${bundle.id}) { revision bundle { revision } } bundle(id: ${bundle.id}) { revision } }`;
    const { data } = (await app.graphql(query)).body;
    expect(data).toEqual({ product: { revision: 2, bundle: { revision: 2 } }, bundle: { revision: 2 } });
    expect((await read()).body.product).not.toHaveProperty('revision');
  });
});

describe('If-None-Match', () => {
  test.each([
    ['the ETag', tag(1)],
    ['a weak tag', `W/${tag(1)}`],
    ['a list', `"x", ${tag(1)}`],
    ['any', '*'],
  ])('%s is answered 304 with the headers and no body (D41)', async (_, condition) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await read({ 'If-None-Match': condition }, method);
      expect(answer).toMatchObject({ status: 304, body: '' });
      expect(etagOf(answer)).toBe(tag(1));
      expect(answer.headers.get('x-api-version')).toBe(NEWEST_VERSION);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      expect(answer.headers.get('content-type')).toBeNull();
    }
  });

  test.each([
    ['an older one', tag(2)],
    ['one of another version', tag(1, '2020-01-01')],
    ['no tag', 'x'],
  ])('%s is answered with the product (D41)', async (_, condition) => {
    expect((await read({ 'If-None-Match': condition })).body.product.id).toBe(id);
  });

  test('shows nothing to another owner (D41)', async () => {
    const headers = { 'If-None-Match': '*' };
    const answer = await app.rest('GET', `/product/${id}`, undefined, { headers, token: app.rival.token });
    expect(answer.status).toBe(403);
    expect(etagOf(answer)).toBeNull();
  });
});

describe('If-Match', () => {
  test.each([
    ['the ETag of a read', tag(1)],
    ['a list that has it', `"x", ${tag(7)} , ${tag(1)}`],
    ['any', '*'],
  ])('%s lets an update through (D41)', async (_, condition) => {
    const answer = await update({ title: 'New' }, condition);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(etagOf(answer)).toBe(etagOf(await read()));
    expect(await titleOf()).toBe('New');
  });

  test.each([
    ['an older revision', tag(2)],
    ['a weak tag', `W/${tag(1)}`],
    ['a tag of another version of the API', tag(1, '2020-01-01')],
    ['a revision that is none', `"${NEWEST_VERSION}.01", "${NEWEST_VERSION}.99999999999", "${NEWEST_VERSION}.1.1"`],
  ])('%s is answered 412, and nothing is changed (D41)', async (_, condition) => {
    const answer = await update({ title: 'New' }, condition);
    expect(answer).toMatchObject({ status: 412, body: { error: 'Resource has changed' } });
    expect(await titleOf()).toBe('Tent');
    expect(etagOf(await read())).toBe(tag(1));
  });

  test.each([
    `${NEWEST_VERSION}.1`,
    '',
    ',',
    `${tag(1)}${tag(1)}`,
    `${tag(1)} ${tag(1)}`,
    `*, ${tag(1)}`,
    '"a',
    'null',
    'w/"a"',
  ])(
    'that is no list of entity tags is 400 after existence and ownership, before the fields: %s (D9, D41)',
    async (condition) => {
      const answer = await update({ title: '' }, condition);
      expect(answer.status).toBe(400);
      expect(faults(answer)).toEqual(['If-Match INVALID_FORMAT']);
      expect(answer.body.errors[0].message).toBe(
        `Must be the ETag of a read, in its quotes: ${tag(1)}; or several with commas between`,
      );
      expect((await update({ title: '' }, condition, app.rival.token)).status).toBe(403);
      const headers = { 'If-Match': condition };
      expect((await app.rest('PUT', '/product/2147483647', { product: {} }, { headers })).status).toBe(404);
      expect(etagOf(await read())).toBe(tag(1));
    },
  );

  test('is decided after the body, existence and ownership, before the fields (D9, D41)', async () => {
    const headers = { 'If-Match': tag(9) };
    expect((await app.rest('PUT', `/product/${id}`, '{', { headers })).status).toBe(400);
    expect((await app.rest('PUT', '/product/2147483647', { product: {} }, { headers })).status).toBe(404);
    expect((await update({ title: '' }, tag(9), app.rival.token)).status).toBe(403);
    expect((await update({ title: '' }, tag(9))).status).toBe(412);
    expect((await update({ title: '' }, tag(1))).status).toBe(400);
  });

  test('of any revision is 404 for an id without a product (D41)', async () => {
    const headers = { 'If-Match': '*' };
    expect((await app.rest('PUT', '/product/2147483647', { product: {} }, { headers })).status).toBe(404);
  });

  test('holds for an update whose code becomes the sku (D20, D41)', async () => {
    expect((await update({ code: 'C' }, tag(2))).status).toBe(412);
    expect((await update({ code: 'C' }, tag(1))).status).toBe(200);
    expect((await read()).body.product.sku).toBe('C');
  });
});

describe('ifRevision', () => {
  test('of the stored revision lets an update through; null is any (D41)', async () => {
    expect((await change({ title: 'One' }, 1)).body.data.updateProduct).toMatchObject({ success: true });
    expect((await change({ title: 'Two' }, null)).body.data.updateProduct.product).toEqual({
      title: 'Two',
      revision: 3,
    });
  });

  test('of another one is the error CONFLICT with the stored one, and nothing is changed (D41)', async () => {
    await change({ title: 'One' });
    for (const ifRevision of [1, 0, -1, 2_147_483_647]) {
      const { status, body } = await change({ title: '' }, ifRevision);
      expect({ status, data: body.data }).toEqual({ status: 200, data: { updateProduct: null } });
      expect(body.errors).toMatchObject([
        { message: 'Resource has changed', path: ['updateProduct'], extensions: { code: 'CONFLICT', revision: 2 } },
      ]);
    }
    expect(await titleOf()).toBe('One');
  });
});

test('a refused precondition is a refused request in the usage of the token (D41)', async () => {
  await update({}, tag(5));
  await app.app.close();
  const refused = await app.db.refusedRequest.findFirstOrThrow({ where: { status: 412 } });
  expect(refused).toMatchObject({ operation: 'updateProduct', errors: [{ code: 'CONFLICT' }] });
});
