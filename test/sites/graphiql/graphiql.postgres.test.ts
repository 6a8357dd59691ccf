// GraphiQL over HTTP (D39): the page and its files need no token; its examples are the operations, run on the demo data.
import { buildClientSchema, getOperationAST, type IntrospectionQuery, parse, printSchema, validate } from 'graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { EXAMPLES } from '../../../src/sites/graphiql/examples.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { SCHEMA } from '../../support/released-schema.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const app = await createDemoApp(new Date('2026-07-10T12:00:00Z'));
afterAll(app.close);

const open = (path: string, headers = {}, method = 'GET') => app.call(path, { method }, { token: null, headers });

interface Settings {
  readonly schema: string;
  readonly workers: Readonly<Record<string, string>>;
}

const settingsOf = (page: string): Settings =>
  JSON.parse((/data-settings="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'));

describe('the page (D39)', () => {
  test('is the answer to a browser that opens the endpoint, and is revalidated', async () => {
    const { status, headers, body } = await open('/graphql', { Accept: BROWSER });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('vary')).toContain('Accept');
    expect(body.length).toBeLessThan(10_000);
    const again = await open('/graphql', { Accept: BROWSER, 'If-None-Match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect((await open('/graphql', { Accept: BROWSER }, 'HEAD')).status).toBe(200);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['/graphql', {}],
    ['/graphql', { Accept: '*/*' }],
    ['/graphql', { Accept: 'application/json, text/html' }],
    ['/graphql?query={__typename}', { Accept: BROWSER }],
  ])('%s with %o is a request of the API, which needs a token', async (path, headers) => {
    const { status, body } = await open(path, headers);
    expect([status, body.errors[0].extensions.code]).toEqual([401, 'AUTH_INVALID_TOKEN']);
  });

  test('allows scripts, workers and connections of this origin alone', async () => {
    const { headers } = await open('/graphql', { Accept: BROWSER });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; font-src data:; " +
        "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test('has its files under names with their hash, compressed, good for ever, and with nothing to connect to', async () => {
    const { body } = await open('/graphql', { Accept: BROWSER });
    const { schema: introspection, workers } = settingsOf(body);
    const linked = [...body.matchAll(/(?:src|href)="(\/graphql\/assets\/[^"]*)"/g)].map(([, path]) => path);
    const files = [...linked, introspection, ...Object.values(workers)];
    expect(files).toHaveLength(10);
    for (const path of files) {
      const { status, headers } = await open(path, { 'Accept-Encoding': 'br' }, 'HEAD');
      expect([path, status, headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
        path,
        200,
        'public, max-age=31536000, immutable',
        "default-src 'none'",
      ]);
    }
  });

  test('has the public schema in a file, equal to that of the service', async () => {
    const { body } = await open('/graphql', { Accept: BROWSER });
    const file = await open(settingsOf(body).schema);
    expect(printSchema(buildClientSchema(file.body as IntrospectionQuery))).toBe(printSchema(SCHEMA));
  });

  test('unknown files are 404, other methods 405', async () => {
    expect((await open('/graphql/assets/graphiql.js')).body).toEqual({ error: 'Resource not found' });
    const { status, headers } = await open('/graphql/assets/graphiql.js', {}, 'POST');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the examples', () => {
  test('are valid, and one runs each operation', () => {
    const fields = EXAMPLES.map(({ query }) => {
      const document = parse(query);
      expect(validate(SCHEMA, document)).toEqual([]);
      const [selection] = getOperationAST(document)?.selectionSet.selections ?? [];
      return selection?.kind === 'Field' ? selection.name.value : '';
    });
    const operations = [SCHEMA.getQueryType(), SCHEMA.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect(fields.toSorted()).toEqual(operations.toSorted());
  });

  test.each(EXAMPLES)('$title: without an error on the demo data', async ({ query, variables }) => {
    const { status, body } = await app.graphql(query, variables, { token: app.token });
    expect([status, body.errors]).toEqual([200, undefined]);
    const [result] = Object.values(body.data) as [{ errors?: unknown } | null];
    expect(result).not.toBeNull();
    expect(result?.errors ?? []).toEqual([]);
  });
});
