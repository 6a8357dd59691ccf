// The curl commands on the page of failed requests repeat what failed.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { BASE } from '../../support/app.ts';
import { htmlText } from '../../support/html-text.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { serveApp } from '../../system/clients/serve-app.ts';
import { newcomer } from './visitor.ts';

const hasCurl = has('curl');
if (!hasCurl) process.stderr.write('The curl commands are not run: there is no curl.\n');

const app = await serveApp();
const { path: directory, remove } = await temporaryDirectory();
afterAll(remove);

const BODY = { product: { title: 'x', rent: 'free' } };
const DOCUMENT = '{ product(id: 999999) { id } }';

test.skipIf(!hasCurl).each([
  ['GET', `${BASE}/product/999999`, undefined, 404],
  ['HEAD', `${BASE}/product/999999`, undefined, 404],
  ['PATCH', `${BASE}/product/1`, undefined, 405],
  ['GET', `${BASE}/it's/$(id)/a&b`, undefined, 404],
  ['POST', `${BASE}/product`, JSON.stringify(BODY), 400],
  ['POST', '/graphql', JSON.stringify({ query: DOCUMENT }), 200],
  ['GET', `/graphql?query=${encodeURIComponent(DOCUMENT)}`, undefined, 200],
])('%s %s', async (method, path, body, status) => {
  const { token, visitor } = await newcomer(app, 'curl');
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const sent = await fetch(app.origin + path, { method, headers, ...(body && { body }) });
  expect(sent.status).toBe(status);
  if (body) await writeFile(join(directory, 'body.json'), body);
  await writeFile(join(directory, 'query.graphql'), DOCUMENT);
  const [, command = ''] =
    /<pre id="repeat-[^>]*><code>([^<]*)</.exec(await visitor.html('/requests')) ?? [];
  const { stdout: output } = await promisify(execFile)('bash', ['-c', htmlText(command)], {
    cwd: directory,
    env: { ...process.env, TOKEN: token },
  });
  const [head = '', answer] = output.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toBe(await sent.text());
});

test('a path that was not stored whole has no command', async () => {
  const { token, visitor } = await newcomer(app, 'cut');
  for (const path of [`/product/${token}`, `/${'long-'.repeat(100)}`])
    await app.rest('GET', path, undefined, { token });
  const html = await visitor.html('/requests');
  expect(html).toContain('svc_test_…');
  expect(html).not.toContain('curl');
});
