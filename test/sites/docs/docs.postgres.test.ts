// The documentation: open without a token, without any other host, and equal to both surfaces.
import { buildSchema } from 'graphql';
import MiniSearch from 'minisearch';
import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../../src/operation/failure.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { WIRE_ENUMS, WIRE_NAMES } from '../../../src/rest/wire.ts';
import { createRanking, type Entry } from '../../../src/sites/docs/assets/rank-entries.js';
import { graphqlPage } from '../../../src/sites/docs/graphql-page.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { type Answer, openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { SCHEMA } from '../../support/released-schema.ts';

const PAGES = [
  '/docs',
  '/docs/guides/errors',
  '/docs/rest',
  '/docs/rest/updateProduct',
  '/docs/graphql',
  '/docs/changelog',
];

const FOR_GOOD = 'public, max-age=31536000, immutable';

const test = await openTestApp();

const open = (path: string, init: RequestInit = {}, headers = {}): Promise<Answer> =>
  test.call(path, init, { token: null, headers });

async function sizeOf(path: string, accepted: string) {
  const request = new Request(`http://localhost${path}`, { headers: { 'Accept-Encoding': accepted } });
  const response = await test.app.fetch(request);
  return [response.headers.get('content-encoding'), (await response.arrayBuffer()).byteLength] as const;
}

describe.each(PAGES)('%s', (path) => {
  it('needs no token, and lets the browser load and run files of this service alone', async () => {
    const { status, headers, body } = await open(path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; ");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|data:|\*|unsafe/);
    const loaded = body.matchAll(/<(?:script|link(?! rel="alternate")|img)[^>]*(?:src|href)="([^"]*)"/g);
    const files = await Promise.all([...loaded].map(([, url = '']) => open(url)));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) expect([file.status, file.headers.get('cache-control')]).toEqual([200, FOR_GOOD]);
  });

  it('is revalidated, and answers GET and HEAD alone', async () => {
    const etag = (await open(path)).headers.get('etag') ?? '';
    for (const known of [etag, `"other", W/${etag}`])
      expect((await open(path, {}, { 'If-None-Match': known })).status).toBe(304);
    expect(await open(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
    const post = await open(path, { method: 'POST' });
    expect(post).toMatchObject({ status: 405, body: { error: 'Method not allowed' } });
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('every page of the service', () => {
  const SITES = {
    ...{ '/docs': 'Docs', '/docs/rest': 'REST reference', '/docs/graphql': 'GraphQL reference' },
    ...{ '/docs/changelog': 'Changelog', '/graphql': 'GraphiQL', '/dashboard': 'Dashboard' },
  };
  const OTHERS = { '/nothing': '', '/docs/nothing': 'Docs', '/docs/search': 'Docs', '/docs/guides/errors': 'Docs' };

  it.each(Object.entries({ ...SITES, ...OTHERS }))(
    '%s has one name, and one bar of links to every site that marks %s',
    async (path, name) => {
      const { body } = await open(path === '/dashboard' ? '/dashboard/sign-in' : path, {}, { Accept: 'text/html' });
      expect(body).toMatch(/<title>(.* · )?Rental Marketplace Owner API<\/title>/);
      const [bar = ''] = /<nav aria-label="Sites">.*?<\/nav>/s.exec(body) ?? [];
      const links = [...bar.matchAll(/<li><a href="([^"]*)"( aria-current="true")?>(.*?)<\/a>/g)].map(
        ([, to, current, text = '']) => ({ to, current, text: htmlText(text) }),
      );
      expect(links.map(({ to, text }) => [to, text])).toEqual(Object.entries(SITES));
      expect(links.flatMap(({ current, text }) => (current ? [text] : []))).toEqual(name ? [name] : []);
    },
  );
});

it('any other path is 404', async () => {
  for (const path of ['/docs/nothing', '/docs/assets/docs.css', '/docs/assets/../server.ts', '/docsx']) {
    const { status, body } = await open(path);
    expect([status, body]).toEqual([404, { error: 'Resource not found' }]);
    const page = await open(path, {}, { Accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  }
});

it('compresses pages for clients that accept it', async () => {
  const sizes = await Promise.all(
    ['gzip, br', 'gzip, deflate, br, zstd', 'gzip', ''].map((accepted) => sizeOf('/docs/rest', accepted)),
  );
  expect(sizes.map(([coding]) => coding)).toEqual(['br', 'br', 'gzip', null]);
  expect(sizes[0]?.[1]).toBeLessThan(20_000);
});

describe('the GraphQL schema', () => {
  it('is shown with every type, field, value and description', async () => {
    const text = htmlText((await open('/docs/graphql')).body);
    const missing = Object.values(SCHEMA.getTypeMap())
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

  it('has an example of each field of Query and Mutation', async () => {
    const { body } = await open('/docs/graphql');
    const fields = [...body.matchAll(/<div id="(?:Query|Mutation)\.\w+">.*?<figure class="(?:example|code block)"/gs)];
    const roots = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
    expect(fields).toHaveLength(roots.flatMap((root) => Object.keys(root?.getFields() ?? {})).length);
    expect(body).toContain('name="Query.bundle-example-surface" value="graphql" checked');
  });

  it('is there as a file for generators', async () => {
    const { headers, body } = await open('/docs/schema.graphql');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(Object.keys(buildSchema(body).getTypeMap()).toSorted()).toEqual(Object.keys(SCHEMA.getTypeMap()).toSorted());
  });

  it('marks deprecated fields, with the reason', async () => {
    const sdl = 'type Query { old: Int @deprecated(reason: "Use `new`.") new: Int }';
    const page = String(await graphqlPage(buildSchema(sdl)).content);
    expect(htmlText(page)).toContain('Deprecated: Use new.');
  });
});

describe('the guides', () => {
  it('have the back office as a file to download', async () => {
    const { headers, status } = await open('/docs/back-office.tgz', { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(headers.get('etag')).toEqual(expect.any(String));
  });

  const mainOf = async (path: string): Promise<string> =>
    /<main[^>]*>(.*)<\/main>/s.exec((await open(path)).body)?.[1] ?? '';
  const each = () => Promise.all(GUIDES.map(async (id) => [id, await mainOf(`/docs/guides/${id}`)] as const));
  /** The cells of all tables. */
  const rowsOf = async () =>
    [...(await each()).join().matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => htmlText(cell)),
    );

  it('are all on the front page with a sentence, and each leads to the one before and the next', async () => {
    const front = await mainOf('/docs');
    for (const [at, [id, main]] of (await each()).entries()) {
      expect(front).toMatch(new RegExp(`<li id="${id}" [^>]*><a href="/docs/guides/${id}">[^<]+</a> .{20,}\\.`));
      const turns = [...main.matchAll(/<a href="([^"]*)" rel="(\w+)">/g)].map(([, to, rel]) => [rel, to]);
      const [before, after] = [GUIDES[at - 1], GUIDES[at + 1]].map((one) => one && `/docs/guides/${one}`);
      expect(turns).toEqual([...(before ? [['prev', before]] : []), ...(after ? [['next', after]] : [])]);
    }
    const above = await open('/docs/guides/');
    expect([above.status, above.headers.get('location')]).toEqual([308, '/docs']);
  });

  it('have the anchors of the one page that they were: the front page has them too, at their guide', async () => {
    const { body } = await open('/docs');
    const items = [...body.matchAll(/<li id="([^"]*)" data-page="([^"]*)">(.*?)<\/li>/gs)];
    const pageOf = new Map(
      items.flatMap(([, id, page, inner = '']) =>
        [id, ...[...inner.matchAll(/ id="([^"]*)"/g)].map(([, anchor]) => anchor)].map((anchor) => [anchor, page]),
      ),
    );
    const old = { errors: 'errors', compression: 'caching', moving: 'versions', 'create-product': 'first-request' };
    for (const [anchor, id] of Object.entries(old)) expect(pageOf.get(anchor)).toBe(`/docs/guides/${id}`);
    for (const [id, main] of await each())
      for (const [, anchor] of main.matchAll(/ id="([^"]*)"/g)) expect(pageOf.get(anchor)).toBe(`/docs/guides/${id}`);
  });

  it('name every field and value that differs between the surfaces', async () => {
    const rows = await rowsOf();
    for (const [graphql, rest] of Object.entries(WIRE_NAMES)) expect(rows).toContainEqual([rest, graphql]);
    for (const [field, values] of Object.entries(WIRE_ENUMS)) {
      for (const [graphql, rest] of Object.entries(values)) {
        expect(rows).toContainEqual([(WIRE_NAMES as Record<string, string>)[field] ?? field, String(rest), graphql]);
      }
    }
    expect(rows).toContainEqual(['PUT /product/{id}', 'Mutation.updateProduct']);
  });

  it('have links that lead somewhere, within the page too', async () => {
    const pages = [['', await mainOf('/docs')] as const, ...(await each())];
    const links = pages.flatMap(([, main]) =>
      [...main.matchAll(/<a href="([^"]*)"/g)].map(([, link = '']) => ({ link, main })),
    );
    expect(links.length).toBeGreaterThan(4 * GUIDES.length);
    for (const { link, main } of links) {
      const [path = '', anchor] = link.split('#');
      const { status, body } = path ? await open(path, {}, { Accept: 'text/html' }) : { status: 200, body: main };
      expect([link, status < 400]).toEqual([link, true]);
      if (anchor && path.startsWith('/docs')) expect([link, body.includes(` id="${anchor}"`)]).toEqual([link, true]);
    }
  });

  it('list the status and the code of every failure', async () => {
    const rows = (await rowsOf()).map((cells) => cells.join(' '));
    const missing = Object.values(FAILURES).filter(
      ({ status, code, reach }) =>
        !rows.some((row) => (reach === 'GRAPHQL' || row.includes(String(status))) && row.includes(code)),
    );
    expect(missing).toEqual([]);
  });

  it('list the codes of requests that GraphQL does not execute', async () => {
    const documents = ['', '{', '{ nothing }', 'query A { __typename } query B { __typename }'];
    const answers = await Promise.all(documents.map((query) => test.graphql(query)));
    const codes = answers.map(({ body }) => body.errors[0].extensions.code);
    expect(new Set(codes).size).toBe(documents.length);
    expect((await rowsOf()).flat()).toEqual(expect.arrayContaining(codes));
  });
});

describe('the search', () => {
  const dataOf = async (path: string, name: string): Promise<string> =>
    new RegExp(` data-${name}="([^"]*)"`).exec((await open(path)).body)?.[1] ?? '';

  it('stands on every page, with one index and one ranking', async () => {
    for (const name of ['index', 'rank']) {
      const paths = await Promise.all([...PAGES, '/docs/search?q=sku'].map((path) => dataOf(path, name)));
      expect(new Set(paths).size).toBe(1);
      const { status, headers } = await open(paths[0] ?? '');
      expect([status, headers.get('cache-control')]).toEqual([200, FOR_GOOD]);
    }
  });

  it('has an index and a script that are small when compressed, and found under no other hash', async () => {
    const path = await dataOf('/docs', 'index');
    for (const file of [path, await dataOf('/docs', 'rank')])
      expect((await sizeOf(file, 'br'))[1]).toBeLessThan(26_000);
    expect((await open(path.replace(/\.\w+\.json$/, '.000000000000.json'))).status).toBe(404);
  });

  it('finds guides, errors, REST and GraphQL, each at an address that its page has', async () => {
    const { body: entries } = await open(await dataOf('/docs', 'index'));
    const titles = (heading: string) =>
      entries.filter((entry: Entry) => entry.heading.startsWith(heading)).map(({ title }: Entry) => title);
    expect(titles('Guides')).toEqual(expect.arrayContaining(['Throttling', 'Validation errors']));
    expect(titles('Errors')).toEqual(expect.arrayContaining(['NOT_FOUND', 'CONFLICT', 'MIN_VALUE']));
    expect(titles('REST · POST')).toEqual(['Create a product', 'Create a bundle']);
    expect(titles('REST')).toEqual(
      expect.arrayContaining(['If-Match', 'service-version', 'stock_type', 'selectAccounts']),
    );
    expect(titles('Changelog')).toEqual([`${NEWEST_VERSION} (0.1.0)`]);
    expect(titles('GraphQL · Mutation').toSorted()).toEqual(['createBundle', 'createProduct', 'updateProduct']);
    expect(titles('GraphQL')).toEqual(expect.arrayContaining(['Bundle', 'stockType', 'COMPLETED', 'DateTime']));
    const addresses: string[][] = entries.map(({ path }: Entry) => path.split('#'));
    const pages = new Set(addresses.map(([page = '']) => page));
    expect(pages.size).toBeGreaterThan(GUIDES.length + ROUTES.length);
    for (const page of pages) {
      const { status, body } = await open(page);
      const missing = addresses.filter(([path, id]) => path === page && id && !body.includes(` id="${id}"`));
      expect([page, status, missing]).toEqual([page, 200, []]);
    }
  });

  it('answers a form without scripts by the same ranking', async () => {
    const { status, headers, body } = await open('/docs/search?q=retry');
    expect([status, headers.get('cache-control'), headers.has('etag')]).toEqual([200, 'no-store', false]);
    const { body: entries } = await open(await dataOf('/docs', 'index'));
    const { results, total } = createRanking(MiniSearch, entries)('retry', 50);
    const links = [...body.matchAll(/<li><a href="([^"]*)"><strong>/g)].map(([, path]) => path);
    expect(links).toEqual(results.map(({ path }) => path));
    expect(htmlText(body)).toContain(`${total} results for “retry”`);
    expect(body).toContain('value="retry"');
  });

  it.each(['delete', 'list', 'webhook', 'pagination', 'upload', 'sandbox', 'refund', 'patch', 'oauth', 'batch'])(
    'answers “%s” with the reason why it is not there',
    async (query) => {
      const { body } = await open(`/docs/search?q=${query}`);
      const [, first = ''] = /<ul class="found">(<li>.*?<\/li>)/s.exec(body) ?? [];
      expect(first).toContain('href="/docs/guides/not-there#no-');
      expect(htmlText(first)).toMatch(/There (is|are) no(ne)? ?.*, because/);
    },
  );

  it.each([
    [
      'shows what was asked as text',
      '"><script>alert(1)</script>',
      '“&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;”',
    ],
    [
      'asks whether another word was meant',
      'throtling',
      'Did you mean <a href="/docs/search?q=throttling">throttling</a>?',
    ],
    ['leads on from a search that finds nothing', 'xyzzy', '<p>See <a href="/docs#guides">all guides</a>, or'],
  ])('%s', async (_, query, said) => {
    const { body } = await open(`/docs/search?${new URLSearchParams({ q: query })}`);
    expect(body).toContain(said);
    expect(body).not.toContain('<script>alert');
    expect((await open('/docs/search')).body).not.toContain(said);
  });

  it.each(['', '?q=', '?q=%20', '?q=a&q=b', '?q=%ff', `?q=${'x'.repeat(5000)}`])(
    'takes any query: %.20s',
    async (query) => {
      const { status, body } = await open(`/docs/search${query}`);
      expect(status).toBe(200);
      expect(body.length).toBeLessThan(50_000);
    },
  );

  it('of everything is a page of 50 results at most', async () => {
    const { body } = await open('/docs/search?q=the');
    expect(body.match(/<li><a href="[^"]*"><strong>/g)).toHaveLength(50);
    expect(htmlText(body)).toContain('the best 50 of them here');
  });
});
