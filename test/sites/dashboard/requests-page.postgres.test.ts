// Failed requests as their owner sees them: of all tokens, of one, or by request ID; what a row shows, and similar
// requests grouped.
import { expect, test } from 'vitest';
import { BASE, openTestApp, type TestApp } from '../../support/app.ts';
import { shows, signedIn } from './visitor.ts';

const PATH = '/dashboard/requests';

const app = await openTestApp();
const visitor = await signedIn(app);
const other = await app.person('second');
await app.db.apiToken.update({
  where: { id: other.tokenId },
  data: { userId: app.owner.id, lastFour: 'abcd' },
});
const send = async (...args: Parameters<TestApp['rest']>) =>
  (await app.rest(...args)).headers.get('x-request-id') ?? '';
const ids = {
  missing: await send('GET', '/product/999999'),
  invalid: await send('POST', '/product', { product: { title: 'x', rent: 'free', quantity: 0 } }),
  missingByOther: await send('GET', '/product/999999', undefined, { token: other.token }),
};

async function found(query: string): Promise<string[]> {
  const { html } = await visitor.get(`${PATH}?${query}`);
  return Object.entries(ids).flatMap(([name, id]) =>
    html.includes(`<code class="id">${id}`) ? [name] : [],
  );
}

test('lists the requests of all tokens, of one, or with an ID in any case', async () => {
  for (const all of ['', 'token=&id=', 'token=x', 'id=%3Cb%3E'])
    expect(await found(all)).toEqual(Object.keys(ids));
  expect(await found(`token=${other.tokenId}`)).toEqual(['missingByOther']);
  expect(await found(`id=${ids.invalid.toUpperCase()}`)).toEqual(['invalid']);
  expect(await found(`id=+${ids.invalid}%0A`)).toEqual(['invalid']);
  const unknown = await visitor.get(`${PATH}?id=00000000-0000-4000-8000-000000000000`);
  expect(unknown).toMatchObject(shows(200, 'No failed requests.'));
});

/** A new token of the owner, its page of failed requests, and what the database has of them, latest first. */
async function freshToken() {
  const { token, tokenId } = await app.person('fresh');
  await app.db.apiToken.update({ where: { id: tokenId }, data: { userId: app.owner.id } });
  const page = async () => (await visitor.get(`${PATH}?token=${tokenId}`)).html;
  const kept = async () => {
    await page();
    return app.db.refusedRequest.findMany({ where: { tokenId }, orderBy: { at: 'desc' } });
  };
  return { token, tokenId, page, kept };
}

const rowsOf = (html: string) => html.match(/<details/g)?.length ?? 0;

test('keeps the path as sent, without its query or a token in any spelling', async () => {
  const { token, kept } = await freshToken();
  const send = (path: string) => app.call(`${BASE}${path}`, {}, { token });
  await send(`/nowhere?token=${token}`);
  expect(await kept()).toMatchObject([
    { method: 'GET', path: `${BASE}/nowhere`, version: expect.any(String) },
  ]);
  for (const name of [token, `%73${token.slice(1)}`]) await send(`/product/${name}%0A%00`);
  await send(`/${'long-'.repeat(200)}${token}`);
  const rows = await kept();
  expect(JSON.stringify(rows)).not.toContain(token.slice(9));
  expect(rows[0]?.path).toHaveLength(300);
  expect(rows[1]?.path).toBe(`${BASE}/product/svc_test_…\uFFFD\uFFFD`);
});

test('keeps a message without the value that it repeats, and a field without a token, spelled as in its API', async () => {
  const { token, kept } = await freshToken();
  await app.rest('POST', '/product', '{"product": 1 "Secret": 2}', { token });
  await app.rest(
    'POST',
    '/product',
    { product: { title: 'Secret', rent: 'free', [token]: 1 } },
    { token },
  );
  await app.rest(
    'POST',
    '/bundle',
    { bundle: { title: 'x', items: [{ ad_id: 999999, quantity: 1 }] } },
    { token },
  );
  const queries = [
    '{ product(id: "Secret',
    '{ product "Secret" }',
    '{ product(id: "Secret" "Secret") { id } }',
  ];
  queries.push(
    'mutation { createProduct(input: { title: "a", rent: "Secret", quantity: "Secret" }) { success } }',
  );
  queries.push(
    'mutation { createBundle(input: { title: "x", items: [{ adId: 999999, quantity: 1 }] }) { success } }',
  );
  for (const query of queries) await app.graphql(query, {}, { token });
  const rows = await kept();
  expect(rows).toHaveLength(8);
  expect(JSON.stringify(rows)).not.toContain('Secret');
  expect(JSON.stringify(rows)).not.toContain(token.slice(9));
  const errors = rows.flatMap((row) => row.errors as { field?: string; message?: string }[]);
  const [messages, fields] = [
    errors.map(({ message }) => message),
    errors.map(({ field }) => field),
  ];
  expect(messages).toContain('Must be valid JSON. Line 1, column 15: expected a comma');
  expect(messages).toContain('Float cannot represent non numeric value');
  expect(fields).toEqual(expect.arrayContaining(['items[0].ad_id', 'items[0].adId']));
});

test('groups requests that differ only in time, IDs and positions into one row, with count and time', async () => {
  const { token, tokenId, page } = await freshToken();
  for (const id of [999_991, 999_992, 999_993])
    await app.rest('GET', `/product/${id}`, undefined, { token });
  for (const rent of ['x', 'y'])
    await app.rest('POST', '/product', { product: { title: 'a', rent } }, { token });
  const html = await page();
  expect(rowsOf(html)).toBe(2);
  expect(html).toContain(`GET <bdi>${BASE}/product/{id}</bdi>`);
  expect(html).toContain('<b>3 times</b>, last <time');
  expect(html).toContain('The last of 3 requests');
  for (const id of [999_991, 999_992, 999_993])
    expect(html).toContain(`<code><bdi>${BASE}/product/${id}</bdi></code>`);
  expect(html).toContain('<b>2 times</b>');
  const { html: tokenPage } = await visitor.get(`/dashboard/tokens/${tokenId}`);
  expect(rowsOf(tokenPage) - 1).toBe(2);
});

test('a row shows what was sent, over which API, why it failed, and the guide about it', async () => {
  const { token, page } = await freshToken();
  const [theirs, ours] = [await app.product({}, app.rival.id), await app.product()];
  await app.rest('GET', `/product/${theirs.id}`, undefined, { token });
  expect(await page()).toContain(
    '<span class="why"><code>FORBIDDEN</code> The resource belongs to another owner</span>',
  );
  expect(await page()).toMatch(/<p>\s+The resource belongs to another owner\.\s+<a/);
  await app.graphql(`{ product(id: ${theirs.id}) { id } }`, {}, { token });
  const onGraphQL = await page();
  expect(onGraphQL).toContain('POST <bdi>/graphql</bdi>');
  expect(onGraphQL).toContain('<dd>GraphQL</dd>');
  await app.rest(
    'POST',
    '/product',
    { product: { title: 'a', rent: 'free', 'made\0up<b>': 1 } },
    { token },
  );
  const texts = [
    'Create a product',
    'Must be a number, not a string',
    'rent',
    'INVALID_FORMAT',
    '&lt;b&gt;',
  ];
  for (const text of texts) expect(await page()).toContain(text);
  const headers = { 'If-Match': '"2025-08-16.99"' };
  await app.rest('PUT', `/product/${ours.id}`, { product: { rent: 2 } }, { token, headers });
  expect(await page()).toMatch(/href="[^"]*caching#if-match">How to fix it/);
});

test('shows the HTTP status that was sent: 200 for a GraphQL error, with the code of the error (D37)', async () => {
  const { token, page } = await freshToken();
  await app.graphql('{ product(id: 999999) { id } }', {}, { token });
  expect(await page()).toMatch(/<span class="status">200<\/span>.*<code>NOT_FOUND<\/code>/s);
});

test("shows a field with the name of an object's built-in property like any unknown field", async () => {
  const { token, tokenId, page } = await freshToken();
  const unknown = ['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty'];
  for (const name of unknown)
    await app.rest('POST', '/product', `{"product":{"title":"x","rent":1,"sku":"s","${name}":1}}`, {
      token,
    });
  const html = await page();
  for (const name of unknown) expect(html).toContain(`<code><bdi>${name}</bdi></code>`);
  for (const path of [PATH, `/dashboard/tokens/${tokenId}`])
    expect(await visitor.get(path)).toMatchObject(shows(200, 'hasOwnProperty'));
});

test('shows a request that an earlier release wrote, without a path', async () => {
  const { tokenId, page } = await freshToken();
  const row = { tokenId, at: new Date(), surface: 'REST', requestId: 'earlier' } as const;
  const errors = [{ code: 'FORBIDDEN' }];
  await app.db.refusedRequest.create({
    data: { ...row, operation: 'readProduct', status: 403, errors },
  });
  const html = await page();
  for (const text of ['Read a product', 'Access denied to this resource'])
    expect(html).toContain(text);
});

test("while the statements of 16 pages of one user wait, another user's update doesn't", async () => {
  const waiting = `SELECT FROM pg_locks WHERE relation = 'refused_requests'::regclass AND NOT granted`;
  const { id } = await app.product({}, app.rival.id);
  const client = await app.database.pool?.connect();
  await client?.query('BEGIN; LOCK TABLE refused_requests IN ACCESS EXCLUSIVE MODE');
  const pages = Promise.all(Array.from({ length: 16 }, () => visitor.get(PATH)));
  await expect.poll(async () => (await client?.query(waiting))?.rowCount).toBe(1);
  const update = await app.rest('PUT', `/product/${id}`, { product: { rent: 2 } }, app.rival);
  const stillWaiting = (await client?.query(waiting))?.rowCount;
  await client?.query('COMMIT');
  client?.release();
  expect({ status: update.status, stillWaiting }).toEqual({ status: 200, stillWaiting: 1 });
  for (const { status } of await pages) expect(status).toBe(200);
});
