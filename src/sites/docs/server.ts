// The documentation (`/docs`): guides, references of REST and GraphQL, search; without a token, and without any other host.
import { readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { html } from 'hono/html';
import { pause } from '../../fairness/turns.ts';
import { printedSchema, schemaOf } from '../../graphql/schema.ts';
import { pageHeaders } from '../../http/browser-headers.ts';
import { etagOf } from '../../http/etag.ts';
import { prefersMarkdown } from '../../http/prefers-html.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import type { Versions } from '../../operation/versions.ts';
import { DOCS_PATHS, LLMS_PATHS } from '../../paths.ts';
import { respondNotFound, respondPage } from '../pages/frame.ts';
import { changelogFeed, changelogPage } from './changelog.ts';
import { createExampleFigures } from './examples/example-figures.ts';
import { graphqlPage } from './graphql-page.ts';
import { createGuides, type RenderedGuide } from './guides/render-guide.ts';
import { GUIDES, type GuideId, guidePage, guidesPage, llmsFullText, llmsText } from './guides-page.ts';
import { ASSETS, type DocsSource, layout, type Page } from './layout.ts';
import { restPages } from './reference/rest-pages.ts';
import { createReferences } from './reference/rest-reference.ts';
import { createSearch, createSearches, notFoundPage, searchPage } from './search.ts';
import { entriesOf } from './search-entries.ts';

/** Somebody who cuts off the end of an address comes here. */
const ABOVE_GUIDES = posix.dirname(DOCS_PATHS.guide('any'));

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** Files of the guides by their paths: the app on front ends, which `npm run back-office` packs, and the importers. */
const DOWNLOADS = new Map<string, readonly [file: string, type: string]>([
  [DOCS_PATHS.backOffice, ['back-office.tgz', 'application/gzip']],
  ...['import-products.py', 'import-products.mjs'].map(
    (name) => [DOCS_PATHS.importer(name), [`importers/${name}`, TEXT]] as const,
  ),
]);

/** Their policy allows the form and the index of the search. */
const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
});

const NEGOTIATED = { Vary: 'Accept' };

export interface Docs {
  /** @throws {OperationFailure} unavailable: too many searches wait. */
  handle(request: Request, url: URL): Promise<Response>;
}

/** `onFault` is told once of each page that can not be made. */
export function createDocs(source: DocsSource, onFault: (fault: Error) => void): Docs {
  const { versions } = source;
  const made = keptFor(versions, () => createPages(source, onFault));

  function file(content: string | Buffer<ArrayBuffer>, type: string, more = {}): Response {
    const headers = { 'Content-Type': type, ETag: etagOf(content), 'Cache-Control': 'no-cache', ...more };
    return new Response(content, { headers });
  }

  /** The page of a query, without an ETag: no browser keeps it, and it is not compressed. */
  async function results(query: string): Promise<Response> {
    const { find } = await made();
    const text = await find(query);
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...PAGE_HEADERS, 'Cache-Control': 'no-store' };
    return new Response(text, { headers });
  }

  async function respond(request: Request, { pathname, searchParams }: URL): Promise<Response | undefined> {
    const path = pathname.replace(/(.)\/$/, '$1');
    if (path === DOCS_PATHS.search) return results(searchParams.get('q') ?? '');
    if (path === DOCS_PATHS.changelogFeed)
      return file(await changelogFeed(source), 'application/atom+xml; charset=utf-8');
    if (path === ABOVE_GUIDES) return new Response(null, { status: 308, headers: { Location: DOCS_PATHS.guides } });
    if (path === DOCS_PATHS.sdl) return file(printedSchema(versions), TEXT);
    const [download, type = ''] = DOWNLOADS.get(path) ?? [];
    if (download) return file(await readFile(new URL(`guides/${download}`, import.meta.url)), type);
    const { pages, searchFiles, texts } = await made();
    const text = texts.get(path);
    if (text) return file(text(), path.endsWith('.md') ? MARKDOWN : TEXT);
    const markdown = texts.get(`${path}.md`);
    if (markdown && prefersMarkdown(request)) return file(markdown(), MARKDOWN, NEGOTIATED);
    const page = await pages.get(path)?.();
    if (page) return respondPage(page.content, { ...PAGE_HEADERS, ...(markdown && NEGOTIATED) }, page.status);
    return ASSETS.serve(pathname) ?? searchFiles.serve(pathname);
  }

  return {
    async handle(request, url) {
      if (!isRead(request)) return refuseWrite();
      const response = await respond(request, url);
      return response ?? respondNotFound(request, async () => (await made()).notFound(url.pathname));
    },
  };
}

/**
 * The pages that every reader gets alike, by their paths, each made with its first use; and the search. Requests of the API get
 * in between the guides.
 */
async function createPages(source: DocsSource, onFault: (fault: Error) => void) {
  /** A part that fails is reported, and takes no other with it. */
  async function attempt<Made>(what: string, make: () => Made | Promise<Made>): Promise<Made | undefined> {
    try {
      return await make();
    } catch (cause) {
      onFault(new Error(`${what} can not be made: ${cause instanceof Error ? cause.message : cause}`, { cause }));
      return undefined;
    }
  }
  const references = (await attempt('The REST reference', () => createReferences(source))) ?? [];
  await pause();
  const guide = once(() => createGuides(source));
  const guides = new Map<GuideId, RenderedGuide>();
  for (const id of GUIDES) {
    const rendered = await attempt(`The guide ${id}`, () => guide()(id));
    guides.set(id, rendered ?? { id, title: id, summary: NOT_MADE, content: html``, headings: [] });
    await pause();
  }
  const parts = entriesOf(source, [...guides.values()], references[0]);
  const entries = await Promise.all(parts.map((part) => attempt('A part of the search', part)));
  const search = createSearch(entries.flatMap((part) => part ?? []));
  const inFrame = (page: Page) => layout(page, search.files.paths.index);
  const made = async (path: string, make: () => Page) => {
    const framed = async (page: Page) => ({ content: await inFrame(page), status: page.status });
    return (await attempt(`The page ${path}`, () => framed(make()))) ?? framed(notMade);
  };
  const graphql = () => graphqlPage(schemaOf(source.versions), references[0]?.operations, createExampleFigures(source));
  const pages: readonly (readonly [path: string, make: () => Page])[] = [
    [DOCS_PATHS.guides, () => guidesPage(source.origin, guides)],
    ...[...guides].map(
      ([id, { markdown }]) => [DOCS_PATHS.guide(id), () => (markdown ? guidePage(guides, id) : notMade)] as const,
    ),
    ...restPages(source, references),
    [DOCS_PATHS.graphql, graphql],
    [DOCS_PATHS.changelog, () => changelogPage(source)],
  ];
  const contents = once(() => llmsText(source.origin, guides));
  const texts: readonly (readonly [path: string, make: () => string])[] = [
    ...[...guides].flatMap(([id, { markdown }]) =>
      markdown ? [[DOCS_PATHS.guideMarkdown(id), markdown] as const] : [],
    ),
    [`${DOCS_PATHS.guides}.md`, contents],
    [LLMS_PATHS.index, contents],
    [LLMS_PATHS.full, () => llmsFullText(contents(), guides)],
  ];
  return {
    searchFiles: search.files,
    find: createSearches(async (query) => String(await inFrame(searchPage(query, search.rank)))),
    notFound: (path: string) => inFrame(notFoundPage(path)),
    texts: new Map(texts.map(([path, make]) => [path, once(make)])),
    pages: new Map(pages.map(([path, make]) => [path, once(() => made(path, make))])),
  };
}

const NOT_MADE =
  'The service has a fault in this page, which its operators are told. The other pages are not concerned.';

const notMade: Page = {
  site: 'docs',
  title: 'Not available',
  status: 500,
  content: html`<h1>This page is not available</h1>
<p class="lead">${NOT_MADE} See <a href="${DOCS_PATHS.guides}">the documentation</a>.</p>`,
};

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** A value that is made with its first use, and again when a version has another stage. */
function keptFor<Made>(versions: Versions, make: () => Made): () => Made {
  const kept = new WeakMap<object, Made>();
  return () => {
    const usable = versions.usable();
    const made = kept.get(usable) ?? make();
    kept.set(usable, made);
    return made;
  };
}
