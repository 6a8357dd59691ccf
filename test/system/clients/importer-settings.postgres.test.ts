// What the importer makes of the address and the token it is given, what it sends, and what it never prints.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { GRAPHQL_PATH } from '../../../src/paths.ts';
import { openServedApp } from '../../http/served-app.ts';
import { BASE } from '../../support/app.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { openImporter, testImporter } from './importer.ts';
import { startLosingProxy } from './losing-proxy.ts';

const app = await openServedApp();
const { token } = app.owner;
const { file, run, importFile, contentOf } = await openImporter(app.origin);
await writeFile(file('tents.csv'), 'title,rent,sku\nTent,5,T-1\nTent,5,T-2\nTent,5,T-3\n');
const DRY_RUN = ['--dry-run', 'tents.csv'];
const TO_BE = '3 to be created, 0 rejected, 0 created before';

/** A server whose requests are listed as `GET /path`. */
async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const requests: string[] = [];
  const server = await startLoopbackServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  onTestFinished(server.close);
  return { ...server, requests };
}

const { host } = new URL(app.origin);

testImporter.each([
  ['the origin', app.origin],
  ['slashes', `${app.origin}/${BASE}//`],
  ['a slash after the origin', `${app.origin}/`],
  ['no scheme', `${host}${BASE}`],
  ['no scheme, the origin', host],
  ['the address of GraphQL', `${app.origin}${GRAPHQL_PATH}`],
  ['the address of an operation', `${app.origin}${BASE}/product`],
  ['white space', ` ${app.origin}${BASE}\n`],
])('finds the API with %s', async (_, API) => {
  expect(await run(token, DRY_RUN, { API })).toEqual({
    status: 0,
    output: TO_BE,
    messages: '',
  });
});

testImporter.each([
  [
    'of nothing here',
    `${app.origin}/shop`,
    /^Stopped: http:\S+\/shop\/api\/token-secured\/product: /,
  ],
  [
    'with a token',
    `${app.origin}${BASE}?token=${token}`,
    /^Stopped: API has a token or password/,
  ],
  ['that is a token', token, /^Stopped: API has a token or password in it/],
  [
    'with a password',
    app.origin.replace('//', '//me:secret@'),
    /^Stopped: API has a token or pass/,
  ],
  ['where nothing answers', 'http://127.0.0.1:9', /^Stopped: http:\S+\/product: .*refused/],
  ['without a host', 'https://', /^Stopped: set API to the service's address/],
  ['that is absent', '', /^Stopped: set API to the service's address/],
])('an address %s stops a dry run', async (_, API, message) => {
  const { status, messages } = await run(token, DRY_RUN, { API });
  expect(messages).toMatch(message);
  expect(messages).not.toMatch(/secret|svc_test_\w/);
  expect(status).toBe(2);
});

testImporter.each([
  [' %s\n', 0],
  ['\t%s\r\n', 0],
  ['Bearer %s', 2],
  ['"%s"', 2],
  ['%s\n%s', 2],
  ['%sx', 2],
  ['%s\u200B', 2],
  ['', 2],
])(
  'the token as %j is trimmed, or its form stops the run before anything is sent',
  async (form, code) => {
    const server = await listening((_, response) => response.end());
    const API = code === 0 ? app.origin : server.origin;
    const { status, messages } = await run(form.replaceAll('%s', token), DRY_RUN, { API });
    expect(status).toBe(code);
    expect(messages).toMatch(code === 0 ? /^$/ : /^Stopped: set TOKEN to a token: /);
    expect(messages).not.toContain(token.slice(9));
    expect(server.requests).toEqual([]);
  },
);

testImporter('prints no token, even if the server sends it back', async () => {
  const { origin } = await listening((request, response) =>
    response
      .writeHead(401, { 'WWW-Authenticate': `Bearer error_description="${token}"` })
      .end(JSON.stringify({ error: request.headers.authorization })),
  );
  const { status, messages } = await run(token, DRY_RUN, { API: origin });
  expect(messages).toBe('Stopped: Bearer svc_…: svc_…\n');
  expect(status).toBe(2);
});

testImporter.each([
  [
    404,
    '{"error":"Resource not found"}',
    /^Stopped: http:\S+\/product: Resource not found\n$/,
  ],
  [
    405,
    '<h1>Not allowed</h1>',
    /^Stopped: http:\S+\/product: status 405, not from this API\n$/,
  ],
  // It would have to wait for more than an hour.
  [
    429,
    '{"error":"Request limit exceeded"}',
    /Request limit exceeded\. Run it again after \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n$/,
  ],
])('the first %i of a create ends the run', async (status, body, message) => {
  const { origin, requests } = await listening(async ({ method, url }, response) => {
    if (method === 'POST')
      return response.writeHead(status, { 'Retry-After': '80000' }).end(body);
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${app.origin}${url}`, { headers });
    const version = answer.headers.get('X-API-Version') ?? '';
    return response
      .writeHead(answer.status, { 'X-API-Version': version })
      .end(await answer.text());
  });
  const words = ['tents.csv', `${status}.csv`];
  const ended = await run(token, words, { API: origin });
  expect(ended).toMatchObject({ status: 2, output: '' });
  expect(ended.messages).toMatch(message);
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
});

testImporter('a key is the SHA-256 of the JSON that is sent, in UTF-8 (D40)', async () => {
  const proxy = await startLosingProxy(() => app.origin);
  onTestFinished(proxy.close);
  const description = 'ü'.repeat(520_000);
  const files = {
    keys: 'Title;SKU;rent;equipments\nZelt für 4;Z-4;24.50;Peg:16\nLarge;L-1;5.00;\n',
    large: `title,sku,rent,description\nLarge,L-1,5.00,${description}\n`,
  };
  const json = [
    '{"equipments":[{"name":"Peg","quantity":16}],"rent":24.5,"sku":"Z-4","title":"Zelt für 4"}',
    '{"rent":5,"sku":"L-1","title":"Large"}',
    `{"description":"${description}","rent":5,"sku":"L-1","title":"Large"}`,
  ];
  for (const [name, content] of Object.entries(files)) {
    const env = { API: proxy.origin };
    const { output, messages } = await importFile(name, content, { token, env });
    expect(messages).toBe('');
    expect(output).toMatch(/^[12] created, 0 rejected, 0 created before$/);
  }
  const keys = json.map((text) => createHash('sha256').update(text).digest('hex'));
  expect(proxy.passed().map(({ key }) => key)).toEqual(keys);
  expect(await contentOf('keys.result.csv')).toContain(keys[0]);
});
