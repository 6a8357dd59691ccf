// Paths that do not exist, over the whole service: a page for a browser outside of the API, JSON within it.
import { expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';

const app = await openTestApp();

const browse = (path: string, token: string | null = null) =>
  app.call(path, {}, { token, headers: { Accept: 'text/html,*/*;q=0.8' } });

test.each([
  '/nothing',
  '/docs/nothing',
  '/graphql/nothing',
  '/graphql/assets/nothing.js',
  '/assets/nothing.css',
  '/api',
])('%s is a page for a browser, and JSON for others', async (path) => {
  const page = await browse(path);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.headers.get('x-api-version')).not.toBeNull();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const { status, headers, body } = await app.call(path, {}, { token: null });
  expect([status, body]).toEqual([404, { error: 'Resource not found' }]);
  for (const answer of [page.headers, headers]) expect(answer.get('vary')).toContain('Accept');
});

test('below the base path of the API, a browser gets the JSON of every client (D21)', async () => {
  const path = '/api/token-secured/nothing';
  expect((await browse(path)).body).toEqual({ error: 'Invalid or missing token', code: 'AUTH_INVALID_TOKEN' });
  expect((await browse(path, app.owner.token)).body).toEqual({ error: 'Resource not found' });
});

test('below the dashboard, a browser without a session is led to the sign-in', async () => {
  const { status, headers } = await browse('/dashboard/nothing');
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('/dashboard/sign-in')]);
});

test.each([
  ['/docs/nothing', 'nothing'],
  ['/docs/guides/If-Match', 'If Match'],
  ['/docs/guides/%3Cscript%3E"', 'script'],
  [`/docs/${'x'.repeat(500)}`, 'x'.repeat(100)],
  ['/docs/guides/%', ''],
  ['/docs/svc_test_secret', ''],
])('%s has the search of the documentation, with the words of its end', async (path, query) => {
  const { body, headers } = await browse(path);
  expect(body).toContain('<form class="search" role="search"');
  expect(body).toContain(`value="${query}"`);
  expect(body).toContain('<a href="/docs#guides">all guides</a>');
  expect(body).not.toContain('<script>');
  expect(headers.get('vary')).toContain('Accept');
});

test('the top of the service and the icon are there', async () => {
  expect(await browse('/')).toMatchObject({ status: 303 });
  expect((await app.call('/', {}, { token: null })).body.links.guides).toContain('/docs');
  expect((await browse('/favicon.ico')).headers.get('content-type')).toBe('image/x-icon');
});
