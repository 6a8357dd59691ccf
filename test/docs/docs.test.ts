// The documentation: open without a token, without any other host, and equal to both surfaces.
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlPage } from '../../src/docs/graphql-page.ts';
import { schema } from '../../src/graphql/schema.ts';
import { FAILURES } from '../../src/operation/failure.ts';
import { WIRE_ENUMS, WIRE_NAMES } from '../../src/rest/wire.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';

const PAGES = ['/docs', '/docs/rest', '/docs/graphql'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const open = (path: string, init: RequestInit = {}, headers = {}): Promise<Answer> =>
  test.call(path, init, { token: null, headers });

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const textOf = (page: string) => unescaped(page.replace(/<[^>]*>/g, ''));

describe.each(PAGES)('%s', (path) => {
  it('needs no token', async () => {
    const { status, headers, body } = await open(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain(' id="content"');
  });

  it('lets the browser load and run files of this service alone', async () => {
    const { headers, body } = await open(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.includes("style-src 'self' 'unsafe-inline'")).toBe(path === '/docs/rest');
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const loaded = [...body.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)].map(([, url]) => url);
    expect(loaded.length).toBeGreaterThan(2);
    for (const url of loaded) {
      const file = await open(url);
      expect([url, file.status, file.headers.get('cache-control')]).toEqual([
        url,
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
  });

  it('is revalidated, and answers GET and HEAD alone', async () => {
    const first = await open(path);
    const etag = first.headers.get('etag') ?? '';
    expect((await open(path, {}, { 'If-None-Match': etag })).status).toBe(304);
    expect((await open(path, {}, { 'If-None-Match': `"other", W/${etag}` })).status).toBe(304);
    const head = await open(path, { method: 'HEAD' });
    expect([head.status, head.body]).toEqual([200, '']);
    const post = await open(path, { method: 'POST' });
    expect([post.status, post.headers.get('allow'), post.body]).toEqual([
      405,
      'GET, HEAD',
      { error: 'Method not allowed' },
    ]);
  });
});

it('any other path is 404', async () => {
  for (const path of ['/docs/nothing', '/docs/assets/docs.css', '/docs/assets/../server.ts', '/docsx']) {
    const { status, body } = await open(path);
    expect([status, body]).toEqual([404, { error: 'Resource not found' }]);
    const page = await open(path, {}, { Accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

it('compresses large files for clients that accept it', async () => {
  const [, renderer = ''] = /src="([^"]*standalone[^"]*)"/.exec((await open('/docs/rest')).body) ?? [];
  const request = (accepted: string) =>
    test.app.fetch(new Request(`http://localhost${renderer}`, { headers: { 'Accept-Encoding': accepted } }));
  const sizes = await Promise.all(
    ['gzip, br', 'gzip, deflate, br, zstd', 'gzip', ''].map(async (accepted) => {
      const response = await request(accepted);
      return [response.headers.get('content-encoding'), (await response.arrayBuffer()).byteLength] as const;
    }),
  );
  expect(sizes.map(([coding]) => coding)).toEqual(['br', 'zstd', 'gzip', null]);
  expect(sizes[0]?.[1]).toBeLessThan(1_500_000);
});

describe('the GraphQL schema', () => {
  it('is shown with every type, field, value and description', async () => {
    const text = textOf((await open('/docs/graphql')).body);
    const missing = Object.values(schema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => [
        { name: type.name, description: undefined },
        ...('getFields' in type ? Object.values(type.getFields()) : []),
        ...('getValues' in type ? type.getValues() : []),
      ])
      .filter(
        ({ name, description }) => !text.includes(name) || !text.includes((description ?? '').replaceAll('`', '')),
      );
    expect(missing).toEqual([]);
  });

  it('is there as a file for generators', async () => {
    const { headers, body } = await open('/docs/schema.graphql');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(Object.keys(buildSchema(body).getTypeMap()).toSorted()).toEqual(Object.keys(schema.getTypeMap()).toSorted());
  });

  it('marks deprecated fields, with the reason', async () => {
    const sdl = 'type Query { old: Int @deprecated(reason: "Use `new`.") new: Int }';
    const page = String(await graphqlPage(buildSchema(sdl)));
    expect(textOf(page)).toContain('Deprecated: Use new.');
  });
});

describe('the guides', () => {
  const guides = async (): Promise<string> => (await open('/docs')).body;

  it('name every field and value that differs between the surfaces', async () => {
    const rows = [...(await guides()).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => textOf(cell)),
    );
    for (const [graphql, rest] of Object.entries(WIRE_NAMES)) expect(rows).toContainEqual([rest, graphql]);
    for (const [field, values] of Object.entries(WIRE_ENUMS)) {
      for (const [graphql, rest] of Object.entries(values)) {
        expect(rows).toContainEqual([(WIRE_NAMES as Record<string, string>)[field] ?? field, String(rest), graphql]);
      }
    }
    expect(rows).toContainEqual(['PUT /product/{id}', 'Mutation.updateProduct']);
  });

  it('list the status and the code of every failure', async () => {
    const rows = [...(await guides()).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => textOf(row));
    const missing = Object.values(FAILURES).filter(
      ({ status, code, surface }) =>
        !rows.some((row) => (surface === 'GRAPHQL' || row.includes(String(status))) && row.includes(code)),
    );
    expect(missing).toEqual([]);
  });

  it('list the codes of requests that GraphQL does not execute', async () => {
    const documents = ['', '{', '{ nothing }', 'query A { __typename } query B { __typename }'];
    const answers = await Promise.all(documents.map((query) => test.graphql(query)));
    const codes = answers.map(({ body }) => body.errors[0].extensions.code);
    expect(new Set(codes).size).toBe(documents.length);
    const cells = (await guides()).match(/<td><code>[A-Z_]+<\/code><\/td>/g);
    for (const code of codes) expect(cells).toContain(`<td><code>${code}</code></td>`);
  });

  it('have commands that work when they are pasted', async () => {
    const { id } = await test.product();
    const blocks = [...(await guides()).matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, block = '']) =>
      unescaped(block),
    );
    const commands = blocks
      .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
      .filter((line) => line.startsWith('curl '));
    const answers = await Promise.all(
      commands
        .filter((command) => !command.includes(' -o '))
        .map(async (command) => {
          const given = command
            .replaceAll('$TOKEN', test.owner.token)
            .replaceAll('product/42', `product/${id}`)
            .replace(/(If-Match: ".*)\.7"/, '$1.1"')
            .replaceAll('"42"', `"${id}"`);
          return { command, ...(await paste(given)) };
        }),
    );
    expect(answers.map(({ command, status }) => [command, status])).toEqual(
      answers.map(({ command }) => [command, command.includes('-X POST') ? 201 : 200]),
    );
    expect(answers.length).toBeGreaterThanOrEqual(5);
    expect(answers.find(({ command }) => command.includes('/graphql'))?.body.data.product.title).toBe('Tent');
  });
});

/** Sends the request of a curl command line. */
function paste(command: string): Promise<Answer> {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '');
  const [body] = after('-d');
  const headers = Object.fromEntries(after('-H').map((header) => header.split(/:\s*/, 2) as [string, string]));
  return open(
    `${url.pathname}${url.search}`,
    { method: after('-X')[0] ?? (body ? 'POST' : 'GET'), ...(body && { body }) },
    headers,
  );
}
