// The curl commands on the page of failed requests repeat reads that failed, and no write.
import { expect, test } from 'vitest';
import { BASE } from '../../support/app.ts';
import { htmlText } from '../../support/html-text.ts';
import { serveApp } from '../../system/clients/serve-app.ts';
import { hasCurl, runCurl } from '../docs/run-curl.ts';
import { newcomer } from './visitor.ts';

const app = await serveApp();

const commandOn = (html: string) => /<pre id="repeat-[^>]*><code>([^<]*)</.exec(html)?.[1];

test.skipIf(!hasCurl).each([
  ['GET', `${BASE}/product/999999`],
  ['HEAD', `${BASE}/product/999999`],
  ['GET', `${BASE}/it's/$(id)/a&b`],
])('%s %s', async (method, path) => {
  const { token, visitor } = await newcomer(app, 'curl');
  const headers = { Authorization: `Bearer ${token}` };
  const sent = await fetch(app.origin + path, { method, headers });
  expect(sent.status).toBe(404);
  const command = htmlText(commandOn(await visitor.html('/requests')) ?? '');
  const body = method === 'HEAD' ? undefined : await sent.json();
  expect(await runCurl(command, token)).toMatchObject({ status: 404, body });
});

test.each([
  ['a create', 'POST', () => `${BASE}/product`],
  ['an update that If-Match protects', 'PUT', (id: number) => `${BASE}/product/${id}`],
  ['a GraphQL query, which isn’t stored', 'POST', () => '/graphql'],
])('%s has no command, but its method and path', async (_, method, pathOf) => {
  const { id, token, visitor } = await newcomer(app, 'writer');
  const path = pathOf((await app.product({}, id)).id);
  const { status } = await fetch(app.origin + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'If-Match': '"old"',
    },
    body: '{}',
  });
  expect(status).toBeGreaterThan(399);
  const html = await visitor.html('/requests');
  expect(commandOn(html)).toBeUndefined();
  expect(html).toContain(`${method} <bdi>${path}</bdi>`);
  expect(html).toContain('How to fix it');
});

test('a path that was not stored whole has no command', async () => {
  const { token, tokenId, visitor } = await newcomer(app, 'cut');
  for (const path of [`/product/${token}%0A%00`, `/${'long-'.repeat(200)}${token}`])
    await app.rest('GET', path, undefined, { token });
  const html = await visitor.html('/requests');
  const paths = await app.db.failedRequest.findMany({
    where: { tokenId },
    select: { path: true },
    orderBy: { at: 'asc' },
  });
  expect(paths).toEqual([
    { path: `${BASE}/product/svc_test_…\uFFFD\uFFFD` },
    { path: expect.stringMatching(/^.{300}$/) },
  ]);
  expect(html).toContain('svc_test_…');
  expect(html).not.toContain('curl');
});
