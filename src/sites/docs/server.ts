// The documentation (`/docs`): guides, REST and GraphQL references, search; needs no token and loads nothing from other
// hosts.
import { posix } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { html, raw } from 'hono/html';
import MiniSearch from 'minisearch';
import { networksOf } from '../../fairness/networks.ts';
import { pause } from '../../fairness/turns.ts';
import { printedSchema, schemaOf } from '../../graphql/schema.ts';
import { pageHeaders } from '../../http/browser-headers.ts';
import { etagOf, prefersMarkdown } from '../../http/negotiation.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import { DOCS_PATHS, LLMS_PATHS } from '../../paths.ts';
import { respondNotFound } from '../pages/frame.ts';
import { createStaticAssets } from '../pages/static-assets.ts';
import { createRanking } from './assets/rank-entries.js';
import { changelogFeed, changelogPage } from './changelog.ts';
import { createExampleFigures } from './examples/example-figures.ts';
import { guideFile } from './guides/guide-files.ts';
import { createGuides, type RenderedGuide } from './guides/render-guide.ts';
import {
  GUIDES,
  type GuideId,
  guidePage,
  guidesPage,
  llmsFullText,
  llmsText,
  MOVED_GUIDES,
} from './guides-page.ts';
import { ASSETS, type DocsSource, layout, type Page } from './layout.ts';
import { graphqlPages } from './reference/graphql-pages.ts';
import { restPages } from './reference/rest-pages.ts';
import { createReferences } from './reference/rest-reference.ts';
import { createSearches, notFoundPage, searchPage } from './search.ts';
import { entriesOf } from './search-entries.ts';

/** Where readers get who cut off the end of an address. */
const ABOVE_GUIDES = posix.dirname(DOCS_PATHS.guide('any'));

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** Their policy allows the form and the search index. */
const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
});

export type Docs = ReturnType<typeof createDocs>;

/** `onFault` is called once for each page that can't be rendered. */
export function createDocs(source: DocsSource, onFault: (fault: Error) => void) {
  const kept = new WeakMap<object, ReturnType<typeof createPages>>();
  const search = createSearches();

  /** The pages, rendered on first use, and again when a version's stage changes. */
  function made() {
    const usable = source.versions.usable();
    const pages = kept.get(usable) ?? createPages(source, onFault);
    kept.set(usable, pages);
    return pages;
  }

  async function respond(
    request: Request,
    url: URL,
    address: string,
  ): Promise<Response | undefined> {
    const { pathname, searchParams } = url;
    const path = pathname.replace(/(.)\/$/, '$1');
    const moved = path === ABOVE_GUIDES ? DOCS_PATHS.guides : MOVED_GUIDES.get(path);
    if (moved) return new Response(null, { status: 308, headers: { Location: moved } });
    const { files, searchFiles, find } = await made();
    // A results page has no ETag: browsers don't keep it, and it isn't compressed.
    if (path === DOCS_PATHS.search) {
      const headers = { 'Content-Type': HTML, ...PAGE_HEADERS, 'Cache-Control': 'no-store' };
      const page = await search(() => find(searchParams.get('q') ?? ''), {
        networks: networksOf(address),
      });
      return new Response(page, { headers });
    }
    const markdown = files.get(`${path}.md`);
    const file = await ((prefersMarkdown(request) ? markdown : undefined) ?? files.get(path))?.();
    if (!file) return ASSETS.serve(pathname) ?? searchFiles.serve(pathname);
    const { type, content, status = 200 } = file;
    const own = { 'Content-Type': type, ETag: etagOf(content), 'Cache-Control': 'no-cache' };
    const headers = {
      ...(type === HTML && PAGE_HEADERS),
      ...own,
      ...(markdown && { Vary: 'Accept' }),
    };
    return new Response(content, { status, headers });
  }

  return {
    /** @throws {OperationFailure} unavailable: too many searches are waiting. */
    async handle(request: Request, url: URL, address: string): Promise<Response> {
      if (!isRead(request)) return refuseWrite();
      const response = await respond(request, url, address);
      return (
        response ??
        respondNotFound(request, async () => (await made()).notFound(url.pathname), PAGE_HEADERS)
      );
    },
  };
}

/**
 * The pages that are the same for every reader, by path, each rendered on first use; and the search. API requests are
 * processed between guides.
 */
async function createPages(source: DocsSource, onFault: (fault: Error) => void) {
  /** An error in one part is reported and doesn't affect the others. */
  async function attempt<Made>(
    what: string,
    make: () => Made | Promise<Made>,
  ): Promise<Made | undefined> {
    try {
      return await make();
    } catch (cause) {
      onFault(
        new Error(`${what} can not be made: ${cause instanceof Error ? cause.message : cause}`, {
          cause,
        }),
      );
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
  const known = entries.flatMap((part) => part ?? []);
  const searchFiles = createStaticAssets(DOCS_PATHS.assets, {
    index: { file: 'search-index.json', read: () => Buffer.from(JSON.stringify(known)) },
  });
  const rank = createRanking(MiniSearch, known);
  const inFrame = async (page: Page) => String(await layout(page, searchFiles.paths.index));
  async function page(path: string, make: () => Page): Promise<Content> {
    const framed = async (one: Page) => ({
      type: HTML,
      content: await inFrame(one),
      status: one.status,
    });
    return (await attempt(`The page ${path}`, () => framed(make()))) ?? framed(notMade);
  }
  const figures = once(() => createExampleFigures(source));
  const pages: readonly (readonly [path: string, make: () => Page])[] = [
    [DOCS_PATHS.guides, () => guidesPage(source.origin, guides, figures())],
    ...[...guides].map(
      ([id, { markdown }]) =>
        [DOCS_PATHS.guide(id), () => (markdown ? guidePage(guides, id) : notMade)] as const,
    ),
    ...restPages(source, references),
    ...graphqlPages({
      schema: schemaOf(source.versions),
      operations: references[0]?.operations ?? [],
      figures,
    }),
    [DOCS_PATHS.changelog, () => changelogPage(source)],
  ];
  const files = filesOf(source, guides).map(
    ([path, type, make]) => [path, async () => ({ type, content: await make() })] as const,
  );
  const all = [...pages.map(([path, make]) => [path, () => page(path, make)] as const), ...files];
  return {
    searchFiles,
    find: (query: string) => inFrame(searchPage(query, rank)),
    notFound: async (path: string) => raw(await inFrame(notFoundPage(path))),
    files: new Map(all.map(([path, make]) => [path, once<Promise<Content>>(make)])),
  };
}

interface Content {
  readonly type: string;
  readonly content: string | Buffer<ArrayBuffer>;
  readonly status?: number | undefined;
}

type File = readonly [
  path: string,
  type: string,
  make: () => Content['content'] | Promise<Content['content']>,
];

/**
 * The guides as Markdown, lists for programs, feed and schema; the downloads that `npm run back-office` and `npm run
 * harness-package` pack; the importers.
 */
function filesOf(source: DocsSource, guides: ReadonlyMap<GuideId, RenderedGuide>): readonly File[] {
  const contents = () => llmsText(source.origin, guides);
  const ofFolder = (name: string) => () => guideFile(name);
  return [
    ...[...guides].flatMap(([id, { markdown }]): File[] =>
      markdown ? [[DOCS_PATHS.guideMarkdown(id), MARKDOWN, markdown]] : [],
    ),
    [`${DOCS_PATHS.guides}.md`, MARKDOWN, contents],
    [LLMS_PATHS.index, TEXT, contents],
    [LLMS_PATHS.full, TEXT, () => llmsFullText(contents(), guides)],
    [DOCS_PATHS.changelogFeed, 'application/atom+xml; charset=utf-8', () => changelogFeed(source)],
    [DOCS_PATHS.sdl, TEXT, () => printedSchema(source.versions)],
    [DOCS_PATHS.backOffice, 'application/gzip', ofFolder('back-office.tgz')],
    [DOCS_PATHS.harness, 'application/gzip', ofFolder('owner-api-harness.tgz')],
    ...['import-products.py', 'import-products.mjs'].map(
      (name): File => [DOCS_PATHS.importer(name), TEXT, ofFolder(`importers/${name}`)],
    ),
  ];
}

const NOT_MADE =
  'Something went wrong while creating this page, and the operators have been notified. Other pages still work.';

const notMade: Page = {
  site: 'docs',
  title: 'Not available',
  status: 500,
  content: html`<h1>This page is not available</h1>
<p class="lead">${NOT_MADE} Go to <a href="${DOCS_PATHS.guides}">the documentation</a>.</p>`,
};

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}
