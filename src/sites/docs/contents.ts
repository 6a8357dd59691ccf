// The contents of the documentation while the same versions are usable: each page and file is made on first use.
import { pause } from '../../fairness/turns.ts';
import { printedSchema } from '../../graphql/schema.ts';
import { etagOf } from '../../http/negotiation.ts';
import { DOCS_PATHS } from '../../paths.ts';
import type { Entry } from './assets/rank-entries.js';
import { changelogPage } from './changelog.ts';
import { frontPage } from './front-page.ts';
import { guideFile } from './guides/guide-files.ts';
import { guidePages } from './guides/guides.ts';
import { pageHtml } from './layout.ts';
import type { DocsSource, Page } from './page.ts';
import { graphqlPages } from './reference/graphql-pages.ts';
import { restPages } from './reference/rest-pages.ts';
import { renderPage } from './render.ts';
import { searchEntries } from './search-entries.ts';

export const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

type Content = string | Buffer<ArrayBuffer>;

interface File {
  readonly type: string;
  readonly etag: string;
  readonly content: Content;
}

/** Opens a page or file by its path; undefined for an unknown one. */
export function createContents(source: DocsSource) {
  const { versions } = source;
  const guides = guidePages(source);
  const pages: readonly Page[] = [
    frontPage(source, guides),
    ...guides,
    ...restPages(source),
    ...graphqlPages(source),
    changelogPage(source),
  ];
  const files = new Map<string, readonly [string, () => Content | Promise<Content>]>([
    ...pages.map((page) => {
      const make = async () => String(await pageHtml(page, renderPage(source, page), pages));
      return [page.path, [HTML, make]] as const;
    }),
    [DOCS_PATHS.searchIndex, ['application/json', searchIndex]],
    [DOCS_PATHS.sdl, [TEXT, () => printedSchema(versions)]],
    [DOCS_PATHS.importer, [TEXT, () => guideFile('importers/import-products.py')]],
  ]);
  const made = new Map<string, Promise<File>>();

  /** API requests are processed between pages. A page that can't be made is missing; a request for it logs why. */
  async function searchIndex(): Promise<string> {
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

  return async function open(path: string): Promise<File | undefined> {
    const [type, make] = files.get(path) ?? [];
    if (!type || !make) return undefined;
    const file = made.get(path) ?? fileOf(type, make);
    made.set(path, file);
    // A failed attempt is made again.
    file.catch(() => made.delete(path));
    return file;
  };
}

async function fileOf(type: string, make: () => Content | Promise<Content>): Promise<File> {
  const content = await make();
  return { type, content, etag: etagOf(content) };
}
