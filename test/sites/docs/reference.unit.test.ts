// The REST reference: everything that the OpenAPI document of each version says, at stable anchors, small, and without scripts.
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { ABOUT } from '../../../src/openapi/notes.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { htmlText, plainText } from '../../../src/sites/docs/html-text.ts';
import { createDocs } from '../../../src/sites/docs/server.ts';
import { rehearsedOn, V1, V2 } from '../../releases/rehearsal.ts';
import type { Json } from '../../support/openapi-contract.ts';

const ORIGIN = 'http://localhost';

function serve(versions = createVersions(RELEASES)) {
  const docs = createDocs({ versions, throttle: { points: 120, windowSeconds: 60 }, origin: ORIGIN });
  const open = async (path: string) => {
    const url = new URL(path, ORIGIN);
    const response = await docs.handle(new Request(url), url);
    return { status: response.status, body: await response.text() };
  };
  return { open, document: createOpenApiEndpoint(versions, ORIGIN).document as (version: string) => Json };
}

const textOf = (html: string) => plainText(htmlText(html.replaceAll(/<(?=\/?(?:t[dh]|li|p|dd|dt|h\d))/g, ' <')));

/** Bodies of one or two fields, which stand there as they are sent. */
const SHOWN_BY_EXAMPLE = ['Failure', 'AuthenticationFailure'];

/** The names and the descriptions of a document, as sentences; values, defaults and null are said in other words. */
function saidBy({ paths, components, tags }: Json): string[] {
  const operations = Object.values<Json>(paths).flatMap((methods) => Object.values<Json>(methods));
  const fields = Object.entries<Json>(components.schemas)
    .filter(([name]) => !SHOWN_BY_EXAMPLE.includes(name))
    .flatMap(([, { properties = {} }]) => Object.entries<Json>(properties));
  const parts = [components.parameters, components.headers, components.responses, components.securitySchemes];
  const texts = [
    ...operations.flatMap(({ operationId, description, 'x-graphql-field': field }) => [
      operationId,
      description,
      field,
    ]),
    ...fields.flatMap(([name, { description = '', 'x-graphql-name': other = '' }]) => [name, description, other]),
    ...parts.flatMap((all) => Object.values<Json>(all).flatMap(({ name = '', description }) => [name, description])),
    ...tags
      .filter(({ name }: Json) => operations.some((one) => one.tags.includes(name)))
      .map(({ description }: Json) => description),
  ];
  return texts
    .flatMap((text) => plainText(text).split(/(?<=\.) /))
    .filter((sentence) => sentence && !/^(?:Default: |\w+: \w+(?:, |\.$))/.test(sentence));
}

describe.each([
  ['/docs/rest', createVersions(RELEASES), V1],
  [`/docs/rest/${V1}`, createVersions(RELEASES), V1],
  ['/docs/rest', rehearsedOn(V2), V2],
  [`/docs/rest/${V1}`, rehearsedOn(V2), V1],
])('%s', (path, versions, version) => {
  const { open, document } = serve(versions);

  it('says everything that the document says', async () => {
    const { status, body } = await open(path);
    const text = textOf(body);
    expect(status).toBe(200);
    expect(saidBy(document(version)).filter((sentence) => !text.includes(sentence))).toEqual([]);
    expect(text).toContain(plainText(ABOUT.split('\n\n')[0] ?? ''));
  });

  it('has each id once, and links that lead somewhere', async () => {
    const { body } = await open(path);
    const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const [, main = ''] = /<div class="columns">(.*)/s.exec(body) ?? [];
    for (const [, link = ''] of main.matchAll(/<a [^>]*href="([^"]*)"/g)) {
      const [page = '', id] = link.split('#');
      if (page.startsWith('/openapi.json')) continue;
      const target = page ? await open(page) : { status: 200, body };
      expect([link, target.status]).toEqual([link, 200]);
      if (id) expect([link, target.body.includes(` id="${id}"`)]).toEqual([link, true]);
    }
  });

  it('is below 30 kB as browsers get it, and below 150 kB when it is inflated', async () => {
    const page = Buffer.from((await open(path)).body);
    expect([brotliCompressSync(page).byteLength < 30_000, page.byteLength < 150_000]).toEqual([true, true]);
  });
});

describe('an operation', () => {
  const { open } = serve();
  const section = async (operation: string) =>
    new RegExp(`<section class="operation" id="${operation}">.*?</section>`, 's').exec(
      (await open('/docs/rest')).body,
    )?.[0] ?? '';

  it.each(ROUTES.map(({ operation }) => operation))(
    '$name has its permission, throttle and field of GraphQL',
    async (operation) => {
      const { name, title, permission, throttled } = operation;
      const text = textOf(await section(name));
      expect(text).toContain(title);
      expect(text).toContain(`Permission ${permission.toLowerCase()}`);
      expect(text.includes('Throttled')).toBe(throttled);
      const [, link = ''] = /href="\/docs\/graphql#([^"]*)"/.exec(await section(name)) ?? [];
      const graphql = (await open('/docs/graphql')).body;
      const [, member = ''] = new RegExp(`<div id="${link}">(.*?)</div>`, 's').exec(graphql) ?? [];
      expect(member).toContain(`href="/docs/rest#${name}"`);
    },
  );

  it('has its fields with type, limits, default, values in words and the name on GraphQL', async () => {
    const text = textOf(await section('createProduct'));
    expect(text).toContain('title string, not blank, at most 255 characters required The title.');
    expect(text).toContain('rent number, 0.01 or more required The rental price.');
    expect(text).toContain(
      'stock_type 0 UNIT, 1 BULK or null, by default 0 GraphQL: stockType How its stock is managed',
    );
    expect(text).toContain('equipments list of EquipmentInput, at most 50 entries, or null');
  });

  it('has its own errors in a sentence, and a link to those of every operation', async () => {
    const text = textOf(await section('updateProduct'));
    expect(text).toContain('412 CONFLICT The product has another revision than If-Match names');
    expect(text).toContain('As every operation: 401, 403, 405, 500, 503');
  });

  it('has a short title in the contents of both references', async () => {
    for (const page of ['/docs/rest', '/docs/graphql']) {
      const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec((await open(page)).body) ?? [];
      for (const { operation } of ROUTES) expect(contents).toContain(`>${operation.title}</a>`);
    }
  });
});

describe('versions', () => {
  const pageOn = async (day: string) => (await serve(rehearsedOn(day)).open(`/docs/rest/${V1}`)).body;

  test('a page tells the stage of its version and leads to the others, without a script', async () => {
    const body = await pageOn('2032-06-01');
    expect(textOf(body)).toContain(`Version ${V1}: deprecated; ends 2032-09-01.`);
    expect(body).toContain(`<li><a href="/docs/rest">${V2}</a></li>`);
    expect(body).toContain(`<li><a href="/docs/rest/${V1}" aria-current="page">${V1}</a></li>`);
    expect(body).toContain(`href="/openapi.json?version=${V1}"`);
  });

  test('the page of a version that ended says so, and offers no document', async () => {
    const body = await pageOn('2033-01-01');
    expect(textOf(body)).toContain(`Version ${V1}: ended 2032-09-01. Requests for it are refused.`);
    expect(body).not.toContain('/openapi.json?version=');
  });

  test('a version that is not there has no page', async () => {
    expect((await serve().open('/docs/rest/2031-03-01')).status).toBe(404);
  });
});
