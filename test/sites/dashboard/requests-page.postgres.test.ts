// The filter of the refused requests: by token, status and code, together and alone; a sentence for each invalid value.
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, openTestApp, RETENTION, type TestApp } from '../../support/app.ts';
import { signedIn, type Visitor } from './visitor.ts';

const app = await openTestApp();
let visitor: Visitor;
let other: { id: number; token: string };
const ids: Record<'missing' | 'invalid' | 'missingByOther', string> = { missing: '', invalid: '', missingByOther: '' };
beforeAll(async () => {
  visitor = await signedIn(app);
  const { tokenId, token } = await app.person('second');
  await app.db.apiToken.update({ where: { id: tokenId }, data: { userId: app.owner.id, lastFour: 'abcd' } });
  other = { id: tokenId, token };
  const send = async (...args: Parameters<TestApp['rest']>) =>
    (await app.rest(...args)).headers.get('x-request-id') ?? '';
  ids.missing = await send('GET', '/product/999999');
  ids.invalid = await send('POST', '/product', { product: { title: 'x', rent: 'free', quantity: 0 } });
  ids.missingByOther = await send('GET', '/product/999999', undefined, { token: other.token });
});

async function found(query: string): Promise<string[]> {
  const { html } = await visitor.get(`/dashboard/requests?${query}`);
  return Object.entries(ids).flatMap(([name, id]) => (html.includes(`<code class="id">${id}`) ? [name] : []));
}

test('each parameter narrows the list, and several do so together', async () => {
  expect(await found('')).toEqual(['missing', 'invalid', 'missingByOther']);
  expect(await found('token=&status=&code=&id=')).toEqual(['missing', 'invalid', 'missingByOther']);
  expect(await found(`token=${other.id}`)).toEqual(['missingByOther']);
  expect(await found('status=404')).toEqual(['missing', 'missingByOther']);
  expect(await found('status=500')).toEqual([]);
  expect(await found('code=MIN_VALUE')).toEqual(['invalid']);
  expect(await found('code=NOT_FOUND')).toEqual(['missing', 'missingByOther']);
  expect(await found('code=FOUND')).toEqual([]);
  expect(await found(`status=404&code=NOT_FOUND&token=${app.owner.tokenId}`)).toEqual(['missing']);
  expect(await found(`id=${ids.missing}&status=400`)).toEqual([]);
});

test('a time is a day of UTC or an hour of it, and tells the calls in it', async () => {
  const { at } = await app.db.refusedRequest.findFirstOrThrow({ where: { requestId: ids.invalid } });
  const hour = at.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);
  for (const time of [hour, hour.slice(0, 10)]) expect(await found(`time=${time}&code=MIN_VALUE`)).toEqual(['invalid']);
  expect(await found('time=2020-02-29')).toEqual([]);
  expect((await visitor.get('/dashboard/requests?time=2020-02-29T10')).html).toContain(
    '2020-02-29 10:00 to 10:59 UTC, all tokens: 0 calls, 0 refused, 0 of them throttled.',
  );
});

test('the form offers the tokens, statuses and codes of the requests, and keeps the choice', async () => {
  const { html } = await visitor.get('/dashboard/requests?status=404&code=NO_SUCH_CODE');
  expect(html).toContain(`<option value="${other.id}">second (…abcd)</option>`);
  expect(html).toContain('<option value="404" selected>404</option>');
  expect(html).toContain('<option value="400">400</option>');
  for (const code of ['INVALID_FORMAT', 'MIN_VALUE', 'NOT_FOUND']) expect(html).toContain(`<option value="${code}">`);
  expect(html).toContain('<option value="NO_SUCH_CODE" selected>');
  expect(html).toContain('No refused request of your tokens matches.');
});

test('the requests of another user are not found by any parameter', async () => {
  const rival = await signedIn(app, app.rival);
  for (const query of ['', `token=${other.id}`, `token=${app.owner.tokenId}`, 'status=404', `id=${ids.missing}`]) {
    const { html } = await rival.get(`/dashboard/requests?${query}`);
    expect(html).not.toContain(`<code class="id">${ids.missing}`);
    expect(html).not.toContain('abcd');
  }
});

test.each([
  ['token=abc', 'The token is the number of one of your tokens.'],
  ['token=2147483648', 'The token is the number of one of your tokens.'],
  ['status=abc', 'The status is a number from 400 to 599.'],
  ['status=40000000000', 'The status is a number from 400 to 599.'],
  ['status=200', 'The status is a number from 400 to 599.'],
  ['code=%27%3B--', 'The code is a word of capital letters'],
  [`code=${'A'.repeat(1_000)}`, 'The code is a word of capital letters'],
  ['time=2026-02-30', 'The time is a day'],
  ['time=2026-01-31T24', 'The time is a day'],
  ['time=0000-01-01', 'The time is a day'],
  ['page=0', 'The page is a whole number'],
  ['id=%00', 'A request id has letters, digits and hyphens.'],
  ['id=%3Cb%3E', 'A request id has letters, digits and hyphens.'],
])('%.30s is answered 400 with a sentence', async (query, sentence) => {
  const page = await visitor.get(`/dashboard/requests?${query}`);
  expect(page).toMatchObject({ status: 400 });
  expect(page.html).toContain(sentence);
  expect(page.html).not.toContain('<details');
});

test('the choices of time and the notes follow how long refused requests are kept', async () => {
  const short = await createTestApp({ config: { retention: { ...RETENTION, refusedRequestDays: 2 } } });
  onTestFinished(() => short.close());
  const { html } = await (await signedIn(short)).get('/dashboard/requests?status=400');
  const [, select = ''] = /<select name="time">(.*?)<\/select>/s.exec(html) ?? [];
  expect(select.match(/<option value="20/g)).toHaveLength(3);
  expect(html).toContain('are kept for 2 days');
});
