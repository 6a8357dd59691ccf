// The sites of the whole service, without a token: one navigation bar, unknown paths, and GraphiQL (D39).
import {
  buildClientSchema,
  getOperationAST,
  type IntrospectionQuery,
  parse,
  printSchema,
} from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../src/sites/graphiql/examples.ts';
import { ICON } from '../../src/sites/pages/static-assets.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { htmlText } from '../support/html-text.ts';
import { SCHEMA } from '../support/released-schema.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const app = await createDemoApp(new Date('2026-07-10T12:00:00Z'), {
  config: { securityContact: 'mailto:security@owners.example' },
});
afterAll(app.close);

const open = (path: string, headers = {}, method = 'GET') =>
  app.call(path, { method }, { token: null, headers });
const browse = (path: string) => open(path, { Accept: BROWSER });

const SITES = {
  ...{
    '/docs': 'Docs',
    '/docs/rest': 'REST reference',
    '/docs/graphql': 'GraphQL reference',
  },
  ...{ '/docs/changelog': 'Changelog', '/graphql': 'GraphiQL', '/dashboard': 'Dashboard' },
};
const OTHERS = {
  '/nothing': '',
  '/docs/nothing': 'Docs',
  '/docs/guides/errors': 'Docs',
};

test.each([
  '/',
  '/favicon.ico',
  ICON,
  '/openapi.json',
  '/openapi.yaml',
  '/llms.txt',
  '/docs',
  '/docs/nothing',
  '/.well-known/security.txt',
])('%s accepts only GET and HEAD', async (path) => {
  const { status, headers, body } = await open(path, { Accept: BROWSER }, 'POST');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect(body).toEqual({ error: 'Method not allowed' });
  expect((await open(path, {}, 'HEAD')).status).not.toBe(405);
});

test.each(Object.entries({ ...SITES, ...OTHERS }))(
  "%s has the service's name and one bar of links to every site, which marks %s",
  async (path, name) => {
    const { body } = await browse(path === '/dashboard' ? '/dashboard/sign-in' : path);
    expect(body).toMatch(/<title>(.* · )?Rental Marketplace Owner API<\/title>/);
    const [bar = ''] = /<nav aria-label="Sites">.*?<\/nav>/s.exec(body) ?? [];
    const links = [
      ...bar.matchAll(/<li>\s*<a href="([^"]*)"( aria-current="true")?>(.*?)<\/a>/g),
    ].map(([, to, current, text = '']) => ({ to, current, text: htmlText(text) }));
    expect(links.map(({ to, text }) => [to, text])).toEqual(Object.entries(SITES));
    expect(links.flatMap(({ current, text }) => (current ? [text] : []))).toEqual(
      name ? [name] : [],
    );
  },
);

test.each(['/nothing', '/docsx', '/docs/nothing', '/graphql/nothing', '/assets/x', '/api'])(
  '%s is a page for browsers, and JSON for others',
  async (path) => {
    const page = await browse(path);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    // On a phone, those of the bar are behind a button.
    expect(page.body.split('<main')[1]).toMatch(/<a href="\/docs[^"]*">/);
    expect(page.headers.get('x-api-version')).not.toBeNull();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const { status, headers, body } = await open(path);
    expect([status, body]).toEqual([404, { error: 'Resource not found' }]);
    for (const answer of [page.headers, headers])
      expect(answer.get('vary')).toContain('Accept');
  },
);

test("below the API's base path browsers get JSON like all clients (D21); below the dashboard, the sign-in", async () => {
  const path = '/api/token-secured/nothing';
  expect((await browse(path)).body).toEqual({
    error: 'Invalid or missing token',
    code: 'AUTH_INVALID_TOKEN',
  });
  const { body } = await app.call(
    path,
    {},
    { token: app.token, headers: { Accept: BROWSER } },
  );
  expect(body).toEqual({ error: 'Resource not found' });
  const { status, headers } = await browse('/dashboard/nothing');
  expect([status, headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/dashboard/sign-in'),
  ]);
});

test('the guide on errors lists the codes of requests that GraphQL does not execute', async () => {
  const documents = ['', '{', '{ nothing }', 'query A { __typename } query B { __typename }'];
  const answers = await Promise.all(
    documents.map((query) => app.graphql(query, {}, { token: app.token })),
  );
  const codes = new Set<string>(answers.map(({ body }) => body.errors[0].extensions.code));
  expect(codes.size).toBe(documents.length);
  const { body } = await open('/docs/guides/errors');
  for (const code of codes)
    expect(body).toMatch(new RegExp(`<td[^>]*><a[^>]*><code[^>]*>${code}</code></a></td>`));
});

describe('the GraphiQL page (D39)', () => {
  test('opens when a browser visits the endpoint, and only allows content of this origin', async () => {
    const { headers } = await browse('/graphql');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
        "form-action 'self'; worker-src 'self'; font-src data:; base-uri 'none'; frame-ancestors 'none'",
    );
    expect((await open('/graphql', { Accept: BROWSER }, 'HEAD')).status).toBe(200);
  });

  test.each([
    ['/graphql', {}],
    ['/graphql', { Accept: '*/*' }],
    ['/graphql', { Accept: 'application/json, text/html' }],
    ['/graphql?query={__typename}', { Accept: BROWSER }],
  ])('%s with %o is an API request, which needs a token', async (path, headers) => {
    const { status, body } = await open(path, headers);
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'AUTH_INVALID_TOKEN']);
  });

  test('has permanently cached files with hashed names, and the schema without a token', async () => {
    const { body } = await browse('/graphql');
    const { schema, workers } = JSON.parse(
      htmlText(/data-settings="([^"]*)"/.exec(body)?.[1] ?? ''),
    );
    const linked = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]*)"/g)].map(
      ([, path]) => path,
    );
    const files: string[] = [...linked, ...Object.values(workers)];
    expect(files).toHaveLength(9);
    for (const path of files) {
      const { status, headers } = await open(path, {}, 'HEAD');
      expect([path, status]).toEqual([path, 200]);
      expect(path).toMatch(/\.[0-9a-f]{12}\.(?:js|css|svg)$/);
      expect(headers.get('cache-control')).toContain('immutable');
    }
    const { body: introspection } = await open(schema);
    expect(printSchema(buildClientSchema(introspection as IntrospectionQuery))).toBe(
      printSchema(SCHEMA),
    );
  });
});

describe("GraphiQL's examples", () => {
  test('run each operation', () => {
    const fields = EXAMPLES.map(({ query }) => {
      const [selection] = getOperationAST(parse(query))?.selectionSet.selections ?? [];
      return selection?.kind === 'Field' ? selection.name.value : '';
    });
    const roots = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
    expect(fields.toSorted()).toEqual(
      roots.flatMap((type) => Object.keys(type?.getFields() ?? {})).toSorted(),
    );
  });

  test.each(EXAMPLES)(
    '$title: without an error on the demo data',
    async ({ query, variables }) => {
      const { status, body } = await app.graphql(query, variables, { token: app.token });
      expect([status, body.errors]).toEqual([200, undefined]);
      const [result] = Object.values(body.data) as [{ errors?: unknown } | null];
      expect(result).not.toBeNull();
      expect(result?.errors ?? []).toEqual([]);
    },
  );
});
