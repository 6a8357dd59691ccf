// Failed requests as their owner sees them: of all tokens, of one, or by request ID; what a row shows, and similar
// requests grouped.
import { expect, test } from 'vitest';
import { BASE, openTestApp } from '../../support/app.ts';
import { lock } from '../../support/lock.ts';
import { shows, signedIn, freshToken as tokenOfOwner } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

/** A new token of the owner with its page of failed requests. */
async function freshToken() {
  const fresh = await tokenOfOwner(app);
  const { token, tokenId } = fresh;
  const page = () => visitor.html(`/requests?token=${tokenId}`);
  const rest = (method: string, path: string, body?: unknown, headers = {}) =>
    app.rest(method, path, body, { token, headers });
  const graphql = (query: string) => app.graphql(query, {}, { token });
  const create = (fields: object) =>
    rest('POST', '/product', { product: { title: 'x', ...fields } });
  return { ...fresh, page, rest, graphql, create };
}

test('lists the requests of all tokens, or filters by token, status and day', async () => {
  const { tokenId, rest, create } = await freshToken();
  const answers = [
    await rest('GET', '/product/999999'),
    await create({ rent: 'x' }),
    await app.readProduct(999999),
  ];
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  const found = async (query: string) => {
    const html = await visitor.html(`/requests?${query}`);
    return ids.flatMap((id, at) => (html.includes(`<code class="id">${id}`) ? [at] : []));
  };
  for (const all of ['', 'token=&id=', 'token=x', 'id=+%0A'])
    expect(await found(all)).toEqual([0, 1, 2]);
  const today = new Date().toISOString().slice(0, 10);
  const impossible = ['x', '0000-01-01', '%2B275760-09-13', '-271821-04-20', '2026-02-31'];
  const days = [today, ...impossible].map((day) => `&day=${day}`);
  const ofToken = (more: string) => found(`token=${tokenId}${more}`);
  for (const both of ['', '&status=x', ...days]) expect(await ofToken(both)).toEqual([0, 1]);
  expect(await ofToken('&status=404')).toEqual([0]);
  for (const none of ['&status=429', '&day=2020-01-01'])
    expect(await ofToken(none)).toEqual([]);
});

test('a token’s own page names no token in its rows, and the bar of today leads to its failures', async () => {
  const { tokenId, rest } = await freshToken();
  await rest('GET', '/product/999999');
  expect(await visitor.html('/requests')).toContain('class="whose"');
  const own = await visitor.html(`/tokens/${tokenId}`);
  expect(own).not.toContain('class="whose"');
  expect(own).toContain(`<a href="/dashboard/requests?token=${tokenId}&amp;day=`);
});

test.each([
  ['a header', (id: string) => `x-request-id: ${id}`],
  ['a header of JSON', (id: string) => `"X-Request-Id": "${id.toUpperCase()}",`],
  ['quotes', (id: string) => `“${id}”`],
  ['a line of the log', (id: string) => `{"level":"info","owner_api.request_id":"${id}"}\n`],
  ['another ID before it', (id: string) => `${crypto.randomUUID()} ${id}`],
  ['blanks', (id: string) => `\u00a0${id} \r\n`],
])('finds a request by its ID in %s', async (_, pasted) => {
  const { rest } = await freshToken();
  await rest('GET', '/product/999998');
  const id = (await rest('GET', '/product/999999')).headers.get('x-request-id') ?? '';
  const html = await visitor.html(`/requests?${new URLSearchParams({ id: pasted(id) })}`);
  expect(html.match(/<code class="id">[^<]*/g)).toEqual([`<code class="id">${id}`]);
});

test.each([
  [
    '00000000-0000-4000-8000-000000000000',
    'No failed request of the last 7 days has this ID.',
  ],
  ['<b>Not found</b>', 'There’s no request ID in this text.'],
])('says why it finds nothing for %s', async (id, text) => {
  const page = await visitor.open(`/requests?${new URLSearchParams({ id })}`);
  expect(page).toMatchObject(shows(200, text));
  expect(rowsOf(page.html)).toBe(0);
});

const rowsOf = (html: string) => html.match(/<details/g)?.length ?? 0;

test('groups requests that differ only in time, IDs and positions into one row, with count and time', async () => {
  const { tokenId, page, rest, create } = await freshToken();
  for (const id of [999_991, 999_992]) await rest('GET', `/product/${id}`);
  for (const rent of ['x', 'y', 'z']) await create({ rent });
  const html = await page();
  expect(rowsOf(html)).toBe(2);
  expect(html).toContain(`GET <bdi>${BASE}/product/{id}</bdi>`);
  expect(html).toContain('<b>3 times</b>, last <time');
  for (const id of [999_991, 999_992])
    expect(html).toContain(`<code><bdi>${BASE}/product/${id}</bdi></code>`);
  expect(rowsOf(await visitor.html(`/tokens/${tokenId}`)) - 1).toBe(2);
});

test('a row shows what was sent, over which API, its status, why it failed, and the guide (D37)', async () => {
  const { page, rest, graphql } = await freshToken();
  const { id: theirs } = await app.product({}, app.rival.id);
  const { id: ours } = await app.product();
  await rest('GET', `/product/${theirs}`);
  expect(await page()).toMatch(/<p>\s+The resource belongs to another owner\.\s+<a/);
  await graphql(`{ product(id: ${theirs}) { id } }`);
  const unknown = ['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty'];
  const fields = ['made\0up<b>', ...unknown].map((name) => `${JSON.stringify(name)}: 1`);
  await rest('POST', '/product', `{"product": {"rent": "free", ${fields}}}`);
  await rest(
    'PUT',
    `/product/${ours}`,
    { product: { rent: 2 } },
    { 'If-Match': '"2025-08-16.99"' },
  );
  const html = await page();
  expect(html).toMatch(/<span class="status">200<\/span>.*<code>FORBIDDEN<\/code>/s);
  for (const text of [
    ...unknown.map((name) => `<code><bdi>${name}</bdi></code>`),
    '<code>FORBIDDEN</code> The resource belongs to another owner</span>',
    'POST <bdi>/graphql</bdi>',
    'Create a product',
    'The value has the wrong type or format',
    '(and 8 more)',
    '&lt;b&gt;',
    'retries#if-match">How to fix it',
  ])
    expect(html).toContain(text);
});

test("while the statements of 16 pages of one user wait, another user's update doesn't", async () => {
  const { id } = await app.product({}, app.rival.id);
  const table = 'LOCK TABLE failed_requests IN ACCESS EXCLUSIVE MODE';
  const { untilOneWaits, waiting, release } = await lock(app, table);
  const pages = Promise.all(Array.from({ length: 16 }, () => visitor.open('/requests')));
  await untilOneWaits();
  const update = await app.updateProduct(id, { rent: 2 }, app.rival);
  const stillWaiting = await waiting();
  await release();
  expect({ status: update.status, stillWaiting }).toEqual({ status: 200, stillWaiting: 1 });
  for (const { status } of await pages) expect(status).toBe(200);
});

test('the filter keeps a rolled token of which only the value it replaced has failed requests', async () => {
  const { tokenId, rest } = await freshToken();
  await rest('GET', '/product/999999');
  await visitor.fill(`/tokens/${tokenId}/roll`);
  const { id } = await app.db.apiToken.findFirstOrThrow({
    where: { predecessorId: tokenId },
  });
  const html = await visitor.html(`/requests?token=${id}`);
  expect(html).toContain(`<option value="${id}" selected`);
  expect(html).toContain('/product/999999');
});
