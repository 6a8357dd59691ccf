// The documentation: every page before and after a release, its policy, its files and the guides.
import { describe, expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import type { Change } from '../../../src/operation/change-kinds.ts';
import { FAILURES } from '../../../src/operation/failures.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import * as paths from '../../../src/paths.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { serveAsset } from '../../../src/sites/pages/static-assets.ts';
import { withRelease } from '../../support/first-release.ts';
import { htmlText } from '../../support/html-text.ts';
import type { Json } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from '../../system/releases/rehearsal.ts';
import { docsOf, GUIDES, linkedPages, ORIGIN, opening } from './docs-of.ts';
import { all, plainText, textOf } from './text-of.ts';

const WHEN = {
  today: createVersions(RELEASES),
  ...Object.fromEntries(
    RELEASES.slice(1).map(({ date }) => [
      `on ${date}`,
      createVersions(RELEASES, () => new Date(date)),
    ]),
  ),
  'on the day of a release': rehearsedOn(V2),
  'when the version before it has ended': rehearsedOn('2033-01-01'),
};
const DAYS = await Promise.all(
  Object.entries(WHEN).map(async ([when, versions]) => ({
    when,
    day: versions.newest(),
    versions,
    pages: await linkedPages(versions),
    open: opening(docsOf(versions, { isTest: true })),
  })),
);
const [{ pages: released, open }] = DAYS as [(typeof DAYS)[number]];

const failed = (pages: typeof released) =>
  [...pages].flatMap(([path, { status }]) =>
    [200, 308].includes(status) ? [] : [`${path} ${status}`],
  );

const at = (pages: typeof released, path: string) => pages.get(path)?.text ?? '';

/** A default, and the meanings of an enum's values, which pages show with the type. */
const WITH_TYPE = /Default: .+?\.(?= |$)|(?:`[^`]*`: \w+(?:, |\.))+$/g;

/** The names and descriptions in an OpenAPI document, as sentences, without its wrappers and common errors. */
function saidBy({ components }: Json, operations: Json[]): string[] {
  const isWrapper = (name: string) => /(?:Body|Resource|Envelope)$/.test(name);
  const fields = Object.entries<Json>(components.schemas).flatMap(
    ([name, { properties = {} }]) =>
      isWrapper(name) ? [] : Object.entries<Json>(properties),
  );
  const parts = [components.parameters, components.headers];
  const texts = [
    ...operations.flatMap((one) => [
      one.operationId,
      one.description,
      one['x-graphql-field'],
    ]),
    ...fields.flatMap(([name, { description = '', 'x-graphql-name': other = '' }]) => [
      name,
      description.replaceAll(WITH_TYPE, ''),
      other,
    ]),
    ...parts.flatMap((part) =>
      Object.values<Json>(part).flatMap(({ name = '', description }) => [name, description]),
    ),
  ];
  return texts.flatMap((text) => plainText(text).split(/(?<=\.) /)).filter(Boolean);
}
describe.each(DAYS)('$when', ({ day, versions, pages, open }) => {
  test('each page has unique IDs, and links that lead to existing pages and anchors', () => {
    const known = JSON.stringify(paths);
    const isThere = (page: string, link: string) => {
      const [path = '', id] = link.split(/#/);
      const target = pages.get(path || page);
      if (path && !path.startsWith('/docs'))
        return path.startsWith('https://') || known.includes(`"${path.split('?')[0]}"`);
      return target && (!id || target.text.includes(` id="${id}"`));
    };
    const found = [...pages].flatMap(([page, { text }]) => {
      const ids = all(text, / id="([^"]*)"/g);
      const lost = all(text, /<a [^>]*href="([^"]*)"/g).filter(
        (link) => !isThere(page, link),
      );
      return [...lost, ...ids.filter((id, index) => ids.indexOf(id) !== index)].map(
        (what) => `${page}: ${what}`,
      );
    });
    expect(found).toEqual([]);
  });

  test('no page fails or has placeholders', () => {
    expect(failed(pages)).toEqual([]);
    for (const [path, { text }] of pages)
      if (!path.includes('.')) expect(htmlText(text), path).not.toMatch(/\{\{|\{#|\[object/);
  });

  test.each(versions.list())(
    'the reference of $date, in pages below 100 kB each, says everything that the OpenAPI document says',
    async ({ date: version }) => {
      const path = version === day ? '/docs/rest' : `/docs/rest/${version}`;
      expect((await open(`/docs/rest/${version}`)).body).toBe(at(pages, path));
      const document = createOpenApiEndpoint(versions, ORIGIN, true).document(
        version,
      ) as Json;
      const operations = Object.values<Json>(document.paths).flatMap((methods) =>
        Object.values<Json>(methods),
      );
      const texts = [
        path,
        ...operations.map(({ operationId }) => `${path}/${operationId}`),
      ].map((page) => at(pages, page));
      expect(texts.filter((one) => one === '' || Buffer.byteLength(one) >= 100_000)).toEqual(
        [],
      );
      const text = textOf(texts.join(' '));
      expect(
        saidBy(document, operations).filter((sentence) => !text.includes(sentence)),
      ).toEqual([]);
      expect(text).toContain(plainText(document.info.description.split('\n\n')[0]));
    },
  );
});

/** The first release, and another one with a change that no shape in the code has. */
const withChange = (change: object) => withRelease(V2, change as Change);

test('a release is on pages from midnight on, without a restart, and on none before (D46)', async () => {
  let now = new Date(`${V2}T00:00:00Z`).getTime() - 30_000;
  const releases = withChange({ required: 'Product.barcode' });
  const versions = createVersions(releases, () => new Date(now));
  const openThen = opening(docsOf(versions));
  const seen = async () => {
    const pages = await linkedPages(versions);
    const index = await openThen('/docs/search-index.json');
    const texts = [index.body, ...[...pages.values()].map(({ text }) => text)];
    return { pages, index, isNamed: texts.join('').includes(V2) };
  };
  const before = await seen();
  now += 60_000;
  const after = await seen();
  expect([failed(before.pages), failed(after.pages)]).toEqual([[], []]);
  expect(before.isNamed).toBe(false);
  expect(before.pages.has(`/docs/rest/${V1}`)).toBe(false);
  expect([...after.pages.keys()]).toContain(`/docs/rest/${V1}/updateProduct`);
  for (const text of [at(after.pages, '/docs/changelog'), after.index.body])
    expect(text).toContain(`${V2} (0.2.0)`);
});

test("a page that can't be generated fails alone", async () => {
  const broken = { withdrawn: 'Product.cost', note: Symbol('no text') };
  const pages = await linkedPages(createVersions(withChange(broken), () => new Date(V2)));
  expect(failed(pages)).toEqual(['/docs/changelog 500']);
  expect(pages.size).toBeGreaterThan(25);
});

test("a guide that can't be generated is missing from the search, and nothing else is", async () => {
  const points = {
    [Symbol.toPrimitive](hint: string) {
      if (hint === 'number') return 1;
      throw new Error('no number');
    },
  };
  const throttle = { points: points as unknown as number, windowSeconds: 60 };
  const open = opening(docsOf(createVersions(RELEASES), { throttle }));
  await expect(open('/docs/guides/limits')).rejects.toThrow('no number');
  const { status, body } = await open('/docs/search-index.json');
  expect(status).toBe(200);
  expect(body).toContain('/docs/guides/retries"');
  expect(body).not.toContain('/docs/guides/limits"');
});

describe('a page', () => {
  test.each(['', '/guides/errors', '/rest', '/rest/updateProduct', '/graphql', '/changelog'])(
    '/docs%s lets the browser load and run only files of this service',
    async (path) => {
      const { status, headers, body } = await open(`/docs${path}`);
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'; script-src 'self'; ");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|data:|\*|unsafe/);
      const loaded = all(
        body,
        /(?:<(?:script|link(?! rel="alternate")|img)[^>]*(?:src|href)|data-rank)="([^"]*)"/g,
      );
      expect(loaded.length).toBeGreaterThan(3);
      for (const file of loaded)
        expect(serveAsset(file)?.headers.get('cache-control')).toContain('immutable');
    },
  );

  test.each([
    '/docs/nothing',
    '/docs/guides/%3Cscript%3E"',
    `/docs/${'x'.repeat(500)}`,
    '/docs/guides/%',
    '/docs/guides/errors.md.md',
    '/docs/rest/2031-03-01',
    '/docs/assets/../server.ts',
  ])('%.40s is 404, with a search, which its policy allows', async (path) => {
    const { status, body, headers } = await open(path);
    expect([status, headers.get('vary')]).toEqual([404, 'Accept']);
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(body).toContain('<a href="/docs">all guides</a>');
  });
});

describe('the guides', () => {
  const main = (path: string) =>
    /<main[^>]*>(.*)<\/main>/s.exec(at(released, path))?.[1] ?? '';
  const rows = GUIDES.flatMap((id) =>
    all(main(`/docs/guides/${id}`), /<tr[^>]*>(.*?)<\/tr>/gs),
  ).map((row) => all(row, /<t[dh][^>]*>(.*?)<\/t[dh]>/gs).map(htmlText));

  test('are on the front page with a sentence', async () => {
    for (const id of GUIDES) {
      expect(main('/docs')).toMatch(
        new RegExp(`<li><a href="/docs/guides/${id}">[^<]+</a>: .{20,}\\.`),
      );
    }
  });

  test('name every error', () => {
    for (const { status, code, reach } of Object.values(FAILURES))
      expect(rows).toContainEqual(
        expect.arrayContaining(reach === 'GRAPHQL' ? [code] : [String(status), code]),
      );
  });
});
