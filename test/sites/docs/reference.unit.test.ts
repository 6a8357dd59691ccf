// The REST reference: everything that the OpenAPI document of each version says, at stable anchors, small, and without scripts.
import { describe, expect, it, test } from 'vitest';
import { ABOUT } from '../../../src/openapi/document.ts';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { plainText } from '../../../src/sites/docs/search-entries.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, ORIGIN, opening } from './docs-of.ts';

const serve = (versions = createVersions(RELEASES)) => ({
  open: opening(docsOf(versions)),
  document: createOpenApiEndpoint(versions, ORIGIN).document as (version: string) => Json,
});

/** On a day of the rehearsed release. */
const served = new Map<string, ReturnType<typeof serve>>();
function serveOn(day: string): ReturnType<typeof serve> {
  const site = served.get(day) ?? serve(rehearsedOn(day));
  served.set(day, site);
  return site;
}

const today = serve();

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
  ['/docs/rest', today, V1],
  [`/docs/rest/${V1}`, today, V1],
  ['/docs/rest', serveOn(V2), V2],
  [`/docs/rest/${V1}`, serveOn(V2), V1],
])('%s', (path, { open, document }, version) => {
  const operations = Object.values<Json>(document(version).paths).flatMap((methods) => Object.values<Json>(methods));
  const paths = [path, ...operations.map(({ operationId }) => `${path}/${operationId}`)];

  it('and the pages of its operations say everything that the document says', async () => {
    const pages = await Promise.all(paths.map((page) => open(page)));
    expect(pages.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const text = textOf(pages.map(({ body }) => body).join(' '));
    expect(saidBy(document(version)).filter((sentence) => !text.includes(sentence))).toEqual([]);
    expect(text).toContain(plainText(ABOUT.split('\n\n')[0] ?? ''));
  });

  it('and they have each id once, and links that lead somewhere', async () => {
    const known = new Map<string, Promise<{ status: number; body: string }>>();
    const openOnce = (page: string) => known.set(page, known.get(page) ?? open(page)).get(page);
    for (const page of paths) {
      const { body } = await open(page);
      const ids = [...body.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id);
      expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
      const [, content = ''] = /<div class="columns">(.*)/s.exec(body) ?? [];
      expect(content).toContain('</main>');
      for (const [, link = ''] of content.matchAll(/<a [^>]*href="(?!\/openapi)([^"]*)"/g)) {
        const [at, id] = link.split('#');
        const target = await openOnce(at || page);
        expect([page, link, target?.status]).toEqual([page, link, 200]);
        if (id) expect([page, link, target?.body.includes(` id="${id}"`)]).toEqual([page, link, true]);
      }
    }
  });

  it('and they are below 100 kB each', async () => {
    const sizes = await Promise.all(paths.map(async (page) => Buffer.byteLength((await open(page)).body)));
    expect(sizes.filter((bytes) => bytes >= 100_000)).toEqual([]);
  });
});

describe('the page of an operation', () => {
  const { open } = today;
  const page = async (operation: string) => (await open(`/docs/rest/${operation}`)).body;

  it.each(ROUTES.map(({ operation, examples }) => ({ ...operation, examples })))(
    '$name has its permission, throttle, every example, and a link from its field of GraphQL',
    async (operation) => {
      const { name, title, permission, throttled, examples } = operation;
      const body = await page(name);
      const text = textOf(body);
      expect(text).toContain(title);
      expect(text).toContain(`Permission ${permission.toLowerCase()}`);
      expect(text.includes(' Throttled ')).toBe(throttled);
      expect(body.match(/<figure class="example"/g)).toHaveLength(Object.keys(examples).length);
      const [, link = ''] = /href="\/docs\/graphql#([^"]*)"/.exec(body) ?? [];
      const [, member = ''] =
        new RegExp(`<div id="${link}">(.*?)</div>`, 's').exec((await open('/docs/graphql')).body) ?? [];
      expect(member).toContain(`href="/docs/rest/${name}"`);
    },
  );

  it('has its fields with type, limits, default, values in words and the name on GraphQL', async () => {
    const text = textOf(await page('createProduct'));
    expect(text).toContain('title string, not blank, at most 255 characters required The title.');
    expect(text).toContain('rent number, 0.01 or more required The rental price.');
    expect(text).toContain(
      'stock_type 0 UNIT, 1 BULK or null, by default 0 GraphQL: stockType How its stock is managed',
    );
    expect(text).toContain('equipments list of EquipmentInput, at most 50 entries, or null');
  });

  it('has the fields of its answer, those of objects too that no other operation has', async () => {
    const body = await page('readProduct');
    for (const id of ['Product-rent', 'Equipment-name', 'BundleItem-quantity']) expect(body).toContain(` id="${id}"`);
  });

  it('has its own errors in a sentence, and a link to those of every operation', async () => {
    const text = textOf(await page('updateProduct'));
    expect(text).toContain('412 CONFLICT The product has another revision than If-Match names');
    expect(text).toContain('As every operation: 401, 403, 405, 500, 503');
  });

  it('has a short title in the contents of both references', async () => {
    for (const path of ['/docs/rest', '/docs/graphql']) {
      const [contents = ''] = /<nav class="contents".*?<\/nav>/s.exec((await open(path)).body) ?? [];
      for (const { operation } of ROUTES) expect(contents).toContain(`>${operation.title}</a>`);
    }
  });
});

describe('versions', () => {
  const pageOn = async (day: string, path: string) => (await serveOn(day).open(path)).body;

  test('a page tells the stage of its version and leads to the same page of the others, without a script', async () => {
    const body = await pageOn('2032-06-01', `/docs/rest/${V1}/readProduct`);
    expect(textOf(body)).toContain(`Version ${V1}: deprecated; ends 2032-09-01.`);
    expect(body).toContain(`<li><a href="/docs/rest/readProduct">${V2}</a></li>`);
    expect(body).toContain(`<li><a href="/docs/rest/${V1}/readProduct" aria-current="true">${V1}</a></li>`);
  });

  test('examples of an older version name it, those of the newest do not', async () => {
    const header = `service-version: ${V1}`;
    expect(textOf(await pageOn(V2, `/docs/rest/${V1}/readProduct`))).toContain(header);
    expect(textOf(await pageOn(V2, '/docs/rest/readProduct'))).not.toContain('service-version: ');
  });

  test('a version without the operation is entered at its first page', async () => {
    const body = await pageOn('2032-06-01', `/docs/rest/${V1}/createBundle`);
    expect(body).toContain(`<li><a href="/docs/rest">${V2}</a></li>`);
    expect((await serveOn(V2).open('/docs/rest/createBundle')).status).toBe(404);
  });

  test('the first page has the document of its version', async () => {
    expect(await pageOn(V2, `/docs/rest/${V1}`)).toContain(`href="/openapi.json?version=${V1}"`);
  });

  test('that of a version that ended says so, and offers no document', async () => {
    const body = await pageOn('2033-01-01', `/docs/rest/${V1}`);
    expect(textOf(body)).toContain(`Version ${V1}: ended 2032-09-01. Requests for it are refused.`);
    expect(body).not.toContain('/openapi.json?version=');
  });

  test('a version that is not there has no page', async () => {
    expect((await today.open('/docs/rest/2031-03-01')).status).toBe(404);
  });
});
