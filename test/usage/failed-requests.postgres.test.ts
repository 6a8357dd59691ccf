// What is kept of a failed request (D50), and what is counted of it.
import { expect, test } from 'vitest';
import { headOf, openServedApp } from '../http/served-app.ts';
import { signedIn, freshToken as tokenOfOwner } from '../sites/dashboard/visitor.ts';
import { BASE } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';

const { logger, logged } = recordedLog();
const app = await openServedApp({ logger });
const visitor = await signedIn(app);

/** A new token of the owner, with which requests are sent. */
async function freshToken() {
  const fresh = await tokenOfOwner(app);
  const send = (method: string, target: string, body = '', ...headers: string[]) =>
    app.request(
      `${headOf(
        method,
        target,
        `Authorization: Bearer ${fresh.token}`,
        `Content-Length: ${body.length}`,
        'Connection: close',
        ...headers,
      )}\r\n${body}`,
    );
  return { ...fresh, send };
}

const SECRET = 'hunter2';
const JSON_TYPE = 'Content-Type: application/json';
const graphql = (query: string, variables: object = {}) =>
  JSON.stringify({ query, variables });
const product = (fields: object) => JSON.stringify({ product: fields });

const QUOTED: Record<string, [path: string, body: string, ...headers: string[]]> = {
  'a token of JSON': [`${BASE}/product`, `{"product": {"title": ${SECRET}}}`, JSON_TYPE],
  'a token behind a comma': [`${BASE}/product`, `{"a": 1, ${SECRET}: 2}`, JSON_TYPE],
  'a media type': [`${BASE}/product`, '{}', `Content-Type: text/${SECRET}`],
  'a coding': [`${BASE}/product`, '{}', JSON_TYPE, `Content-Encoding: ${SECRET}`],
  'a media type of GraphQL': ['/graphql', '{}', `Content-Type: text/${SECRET}`],
  'an enum value': [
    '/graphql',
    graphql(
      `mutation { createProduct(input: { title: "a", rent: 1, stockType: ${SECRET} }) { id } }`,
    ),
    JSON_TYPE,
  ],
  'a string of GraphQL': [
    '/graphql',
    graphql(`{ product(id: "${SECRET}" "${SECRET}") { id } }`),
    JSON_TYPE,
  ],
  'a name of GraphQL': ['/graphql', graphql(`{ ${SECRET} }`), JSON_TYPE],
  'an operation name': [
    '/graphql',
    JSON.stringify({ query: '{ __typename }', operationName: SECRET }),
    JSON_TYPE,
  ],
  'a value of a variable': [
    '/graphql',
    graphql(
      'mutation ($t: StockType!) { createProduct(input: { title: "a", rent: 1, stockType: $t }) { id } }',
      {
        t: SECRET,
      },
    ),
    JSON_TYPE,
  ],
  'a value of a field': [
    `${BASE}/product`,
    product({ title: 'x', rent: SECRET, stock_type: SECRET, images: [{ src: SECRET }] }),
    JSON_TYPE,
  ],
  'a condition': [
    `${BASE}/product`,
    product({}),
    JSON_TYPE,
    `Idempotency-Key: ${SECRET} ${SECRET}`,
  ],
};

test.each(Object.entries(QUOTED))(
  'keeps nothing of %s that a response repeats (D50)',
  async (_, sent) => {
    const { send, kept, tokenId } = await freshToken();
    const [path, body, ...headers] = sent;
    await send('POST', path, body, ...headers);
    const rows = await kept();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(await visitor.html(`/requests?token=${tokenId}`)).not.toContain(SECRET);
  },
);

test('keeps the code and the field of each error, as its API spells them, and shows its meaning (D50)', async () => {
  const { send, kept, tokenId } = await freshToken();
  const twice = JSON.stringify({ product: { rent: 0, 'a name': 1 }, rent: 1 });
  await send('POST', `${BASE}/product`, twice, JSON_TYPE);
  const { id: theirs } = await app.product({}, app.rival.id);
  await send('GET', `${BASE}/product/${theirs}`);
  const bundle = { title: 'x', items: [{ ad_id: 999999, quantity: 1 }] };
  await send('POST', `${BASE}/bundle`, JSON.stringify({ bundle }), JSON_TYPE);
  const input = '{ title: "x", items: [{ adId: 999999, quantity: 1 }] }';
  const create = graphql(`mutation { createBundle(input: ${input}) { success } }`);
  await send('POST', '/graphql', create, JSON_TYPE);
  const errors = (await kept()).map((row) => row.errors);
  expect(errors.toReversed()).toEqual([
    [
      { field: 'title', code: 'REQUIRED' },
      { field: 'rent', code: 'MIN_VALUE' },
      { field: 'sku', code: 'REQUIRED' },
      { field: 'a name', code: 'INVALID_FORMAT' },
    ],
    [{ code: 'FORBIDDEN', message: 'The resource belongs to another owner' }],
    [{ field: 'items[0].ad_id', code: 'NOT_FOUND' }],
    [{ field: 'items[0].adId', code: 'NOT_FOUND' }],
  ]);
  const html = await visitor.html(`/requests?token=${tokenId}`);
  expect(html).toContain('The value is below its minimum');
  expect(html).toContain('The resource belongs to another owner');
});

test('shows no message that an earlier release kept', async () => {
  const { send, kept, tokenId } = await freshToken();
  await send('POST', `${BASE}/product`, '{', JSON_TYPE);
  await kept();
  const errors = [{ code: 'INVALID_FORMAT', field: 'body', message: `found ${SECRET}` }];
  await app.db.failedRequest.updateMany({ where: { tokenId }, data: { errors } });
  expect(await visitor.html(`/requests?token=${tokenId}`)).not.toContain(SECRET);
});

/** Percent-encodes the underscores, and the percent signs of that so often. */
const encoded = (token: string, times: number) =>
  times === 0 ? token : token.replaceAll('_', `%${'25'.repeat(times - 1)}5F`);

test.each([0, 1, 2, 3, 7, 30])(
  'a token that was percent-encoded %i times is in no log line and no row (D3)',
  async (times) => {
    const { token, send, kept } = await freshToken();
    const before = logged().length;
    const spelled = encoded(token, times);
    const id = `X-Request-Id: ${spelled}`.slice(0, 140);
    const path = `${BASE}/product/${spelled}?token=${token}`;
    await send('GET', path, '', `User-Agent: ${spelled}`, id);
    await send('POST', `${BASE}/product`, product({ [spelled]: 1 }), JSON_TYPE);
    const rows = await kept();
    expect(rows.map((row) => row.path).join()).not.toContain('?');
    const text = JSON.stringify([rows, logged().slice(before)]);
    expect(text).not.toContain(token.slice('svc_test_'.length));
    expect(text).toContain('svc_test_…');
  },
);

test('as many calls failed as the list of failed requests has, whatever the status, and aborted ones count as nothing', async () => {
  const { token, tokenId, send, kept } = await freshToken();
  const { id } = await app.product();
  await send('GET', `${BASE}/product/${id}`);
  await send('GET', `${BASE}/product/999999`);
  await send('POST', '/graphql', graphql('{ product(id: 999999) { id } }'), JSON_TYPE);
  await app.db.$executeRaw`ALTER TABLE rentals RENAME TO away`;
  for (let n = 0; n < 5; n++)
    expect((await send('GET', `${BASE}/rental/1`)).status).toBe(500);
  await app.db.$executeRaw`ALTER TABLE away RENAME TO rentals`;
  const aborted = await app.connect();
  const half = [`Authorization: Bearer ${token}`, JSON_TYPE, 'Content-Length: 1000'];
  aborted.send(`${headOf('POST', `${BASE}/product`, ...half)}\r\n{`);
  aborted.close();
  await expect.poll(() => logged().some((line) => line.msg === 'aborted')).toBe(true);
  const rows = await kept();
  expect(rows.map(({ status, times }) => [status, times])).toEqual([
    [500, 5],
    [404, 1],
    [404, 1],
  ]);
  const usage = await app.db.tokenUsage.findMany({ where: { tokenId } });
  const sum = (name: 'calls' | 'failed') =>
    usage.reduce((total, row) => total + Number(row[name]), 0);
  expect([sum('calls'), sum('failed')]).toEqual([8, 7]);
  expect(await visitor.html(`/tokens/${tokenId}`)).toContain('8 calls, 7 failed');
});

test('a path of many numbers is kept as a template of the same length at most, and delays no others', async () => {
  const { tokenId, send } = await freshToken();
  const path = (id: number) => `${BASE}/x${`/${id}`.repeat(130)}`;
  for (const id of [1, 2, 3]) {
    await send('GET', path(id));
    if (id > 1) await app.app.flushUsage();
  }
  const rows = await app.db.failedRequest.findMany({ where: { tokenId } });
  expect(rows.map(({ times, path }) => [times, path.length])).toEqual([[3, 300]]);
  expect(rows[0]?.path).toContain('/x/{id}/{id}');
});
