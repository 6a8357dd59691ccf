// Revisions and ETags of products (D41): cases that neither the recorded contract nor the harness covers.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const app = await openTestApp();

const etagOf = ({ headers }: Answer) => headers.get('etag');

let id: number;
beforeEach(async () => {
  id = (await app.product()).id;
});

const MARK = etagOf(await app.readProduct((await app.product()).id))?.match(
  /[\w-]{8}(?="$)/,
)?.[0];
const tag = (revision: number, version = NEWEST_VERSION) =>
  `"${version}.${revision}.${MARK}"`;
const read = (headers = {}, token = app.owner.token) =>
  app.readProduct(id, { headers, token });
const update = (
  product: object,
  ifMatch?: string,
  { of = id, token = app.owner.token } = {},
) =>
  app.updateProduct(of, product, {
    token,
    headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
  });

describe('a revision', () => {
  test('starts at 1 and increases with each write, whoever writes (D41)', async () => {
    expect(etagOf(await read())).toBe(tag(1));
    expect(etagOf(await update({ title: 'REST' }))).toBe(tag(2));
    await app.db
      .$executeRaw`UPDATE products SET revision = 99, title = 'SQL' WHERE id = ${id}`;
    expect(etagOf(await read())).toBe(tag(3));
  });

  test('restarts at 1 after the largest number: no update fails (D41)', async () => {
    const { id: of } = await app.product({ revision: 2_147_483_647 });
    expect(etagOf(await update({ title: 'New' }, undefined, { of }))).toBe(tag(1));
  });
});

test('If-None-Match reveals nothing to another owner, and matches no ETag of another version (D41)', async () => {
  const refused = await read({ 'If-None-Match': '*' }, app.rival.token);
  expect([refused.status, etagOf(refused)]).toEqual([403, null]);
  expect((await read({ 'If-None-Match': tag(1, '2020-01-01') })).status).toBe(200);
});

describe('If-Match', () => {
  test.each([
    ['of another version of the API', tag(1, '2020-01-01')],
    [
      'that is no revision',
      `"${NEWEST_VERSION}.01.${MARK}", "${NEWEST_VERSION}.99999999999.${MARK}", "${NEWEST_VERSION}.1"`,
    ],
  ])('with a tag %s returns 412 (D41)', async (_, condition) => {
    expect(await update({ title: 'New' }, condition)).toMatchObject({ status: 412 });
    expect(etagOf(await read())).toBe(tag(1));
  });

  test('with a malformed list of entity tags returns 400 and an example (D41)', async () => {
    const malformed = [
      `${NEWEST_VERSION}.1`,
      '',
      ',',
      `${tag(1)} ${tag(1)}`,
      `*, ${tag(1)}`,
      '"a',
      'null',
      'w/"a"',
    ];
    const message = `Must be an ETag with its quotes, such as ${tag(1)}, or several separated by commas`;
    for (const condition of malformed) {
      const { status, body } = await update({ title: '' }, condition);
      const errors = [{ field: 'If-Match', code: 'INVALID_FORMAT', message }];
      expect([condition, status, body.errors]).toEqual([condition, 400, errors]);
    }
  });

  test('also protects an update whose code becomes the sku (D20, D41)', async () => {
    expect((await update({ code: 'C' }, tag(2))).status).toBe(412);
    expect((await update({ code: 'C' }, tag(1))).status).toBe(200);
    expect((await read()).body.product.sku).toBe('C');
  });
});
