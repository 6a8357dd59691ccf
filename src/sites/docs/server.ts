// The documentation (`/docs`): guides, REST and GraphQL references; needs no token and loads nothing from other hosts.
// Each page and file is made on first use, while the same versions are usable.

import { introspectionFromSchema } from 'graphql';
import { html } from 'hono/html';
import { pause } from '../../fairness/turns.ts';
import { printedSchema, schemaOf } from '../../graphql/schema.ts';
import { contentResponse } from '../../http/content.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { madeOnce } from '../../made-once.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { pageResponse, respondNotFound } from '../pages/frame.ts';
import type { Entry } from './assets/rank-entries.js';
import { changelogPage } from './changelog.ts';
import { frontPage } from './front-page.ts';
import { guideFile } from './guides/guide-files.ts';
import { guidePages } from './guides/guides.ts';
import { layout, pageHtml } from './layout.ts';
import { searchEntries } from './markdown.ts';
import type { DocsSource } from './page.ts';
import { pageMarkdown } from './page-markdown.ts';
import { graphqlPages } from './reference/graphql-pages.ts';
import { restPages } from './reference/rest-pages.ts';

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json';

const PAGE_HEADERS = pageHeaders();

/** Opens a page or file by its path; undefined for an unknown one. */
function createContents(source: DocsSource) {
  const { versions } = source;
  const guides = guidePages(source);
  const front = frontPage(source, guides);
  const pages = [
    front,
    ...guides,
    ...restPages(source),
    ...graphqlPages(source),
    changelogPage(source),
  ];
  const files = new Map([
    ...pages.map((page) => {
      const make = () => pageResponse(pageHtml(source, page, pages), PAGE_HEADERS);
      return [page.path, madeOnce(make)] as const;
    }),
    ...guides.map(
      (guide) =>
        [`${guide.path}.md`, fileOf(MARKDOWN, () => pageMarkdown(source, guide))] as const,
    ),
    [DOCS_PATHS.agents, fileOf(TEXT, () => pageMarkdown(source, front))],
    [DOCS_PATHS.searchIndex, fileOf(JSON_TYPE, searchIndex)],
    [DOCS_PATHS.sdl, fileOf(TEXT, () => printedSchema(versions))],
    [
      DOCS_PATHS.introspection,
      fileOf(JSON_TYPE, () => JSON.stringify(introspectionFromSchema(schemaOf(versions)))),
    ],
    [DOCS_PATHS.importer, fileOf(TEXT, () => guideFile('importers/import-products.py'))],
  ]);

  /** API requests are processed between pages. A page that can't be made is missing; a request for it logs why. */
  async function searchIndex() {
    const found: Entry[] = [];
    for (const page of pages) {
      if (page.version !== versions.newest()) continue;
      try {
        found.push(...searchEntries(page));
      } catch {}
      await pause();
    }
    return JSON.stringify(found);
  }

  return (path: string) => files.get(path)?.();
}

/** A file that is made on first use. */
const fileOf = (type: string, make: () => Content | Promise<Content>) =>
  madeOnce(async () => contentResponse(type, await make()));

type Content = Parameters<typeof contentResponse>[1];

const NOT_FOUND = layout(
  'docs',
  'Not found',
  html`<h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. Search above,
or see <a href="${DOCS_PATHS.guides}">all guides</a>.</p>`,
);

/** Handles requests. */
export function createDocs(source: DocsSource) {
  const { versions } = source;
  /** Made on first use, and again when a version's stage changes. */
  const contents = new WeakMap<object, ReturnType<typeof createContents>>();

  return async (request: Request, { url }: { readonly url: URL }) => {
    const usable = versions.usable();
    const open = contents.get(usable) ?? createContents(source);
    contents.set(usable, open);
    // The pages of the latest version are also at the paths with its date.
    const path = url.pathname
      .replace(/(.)\/$/, '$1')
      .replace(`${DOCS_PATHS.rest}/${versions.newest()}`, DOCS_PATHS.rest);
    const respond = await open(path);
    return respond ? respond() : respondNotFound(request, NOT_FOUND, PAGE_HEADERS);
  };
}
