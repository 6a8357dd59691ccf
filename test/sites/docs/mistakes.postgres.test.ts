// The typical mistakes in the guide to errors: what it says is rejected is rejected that way, and what it says to send instead is
// accepted (D11, D12, D15, D17).
import { expect, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { createProduct } from '../../../src/products/create-product.ts';
import { createCodecs } from '../../../src/rest/codec.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { openTestApp } from '../../support/app.ts';
import { htmlText } from '../../support/html-text.ts';
import { withRequired } from '../../system/contract/required-fields.ts';
import { docsOf, opening } from './docs-of.ts';

const versions = createVersions(RELEASES);
const app = await openTestApp({ versions });

const guide = (await opening(docsOf(versions, { isTest: true }))('/docs/guides/errors')).body;

/** The smallest product of the latest version, in its names. */
function smallest(sku: string) {
  const codec = createCodecs(versions)(versions.newest());
  const { input } = createProduct;
  const fields = withRequired(codec, input as never, { title: 'Tent', rent: 1, sku });
  return codec.object(input as never).write(fields);
}

/** The rows below a heading: the code in their first and last cells, and the words and code of the response. */
function rowsOf(anchor: string) {
  const [, section = ''] = guide.split(`id="${anchor}"`);
  const [table = ''] = section.split('</table>');
  const codes = (cell = '') =>
    [...cell.matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, code = '']) => htmlText(code));
  return [...table.matchAll(/<tr>\s*<td .*?<\/tr>/gs)].map(([row]) => {
    const [first, answer = '', last] = row.split('</td>');
    const [[sent = ''], [field, code], [right = '']] = [
      codes(first),
      codes(answer),
      codes(last),
    ];
    const message = htmlText(/<\/code>: (.*)$/s.exec(answer)?.[1] ?? '');
    return {
      sent,
      right,
      status: Number(/\b4\d\d\b/.exec(answer)?.[0] ?? 400),
      field,
      code,
      message,
    };
  });
}

const create = (body: string, headers = {}) =>
  app.rest('POST', '/product', body, {
    token: null,
    headers: { Authorization: `Bearer ${app.owner.token}`, ...headers },
  });

const createWith = (part: string) => {
  const [, name] = /^"(\w+)"/.exec(part) ?? [];
  const others = Object.entries(smallest('S-1')).filter(([field]) => field !== name);
  const fields = others.map(
    ([field, value]) => `${JSON.stringify(field)}: ${JSON.stringify(value)}`,
  );
  return create(`{"product": {${[...fields, part].join(', ')}}}`);
};

test.each(rowsOf('mistakes-body'))(
  'rejects $sent in a body, and accepts $right',
  async (row) => {
    const { status, body } = await createWith(row.sent);
    expect([status, body.errors]).toMatchObject([
      400,
      [{ field: row.field, code: row.code }],
    ]);
    if (row.message) expect(body.errors[0].message).toBe(row.message);
    expect(await createWith(row.right)).toMatchObject({ status: 201 });
  },
);

const createUnder = (line: string, sku: string) => {
  const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? [];
  const headers = name ? { [name]: value.replace('svc_test_…', app.owner.token) } : {};
  return create(JSON.stringify({ product: smallest(sku) }), headers);
};

const [rowsOfUpdate = [], rowsOfCreate = []] = [true, false].map((isUpdate) =>
  rowsOf('mistakes-headers').filter(({ sent }) => sent.startsWith('If-Match') === isUpdate),
);

test.each(rowsOfUpdate)(
  'the header $sent of an update returns $status, and “$right” is the form of an ETag, cut',
  async ({ sent, status, field, right }) => {
    const { id } = await app.product();
    const update = (tag: string) =>
      app.rest('PUT', `/product/${id}`, '{"product": {}}', { headers: { 'If-Match': tag } });
    const rejected = await update(sent.replace('If-Match: ', ''));
    expect([rejected.status, rejected.body.errors[0].field]).toEqual([status, field]);
    const tag = (await app.rest('GET', `/product/${id}`)).headers.get('ETag') ?? '';
    const [version, , mark = ''] = tag.slice(1, -1).split('.');
    expect(right).toBe(`If-Match: "${version}.7.…"`);
    expect(
      (await update(right.replace('If-Match: ', '').replace('7.…', `1.${mark}`))).status,
    ).toBe(200);
  },
);

test.each(rowsOfCreate)(
  'the header $sent returns $status, and “$right” is accepted',
  async ({ sent, status, field, right }) => {
    if (status === 422) await createUnder(sent, 'another');
    const refused = await createUnder(sent, 'S-2');
    expect([refused.status, refused.body.errors?.[0].field]).toEqual([status, field]);
    expect(await createUnder(right, 'S-3')).toMatchObject({ status: 201 });
  },
);
