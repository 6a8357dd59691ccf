// The contents of the documentation while the same versions are usable: each page and file is made on first use.
import MiniSearch from 'minisearch';
import { pause } from '../../fairness/turns.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { createRanking, type Entry } from './assets/rank-entries.js';
import type { DocsSource, Page } from './page.ts';
import { pageHtml } from './page-html.ts';
import { type File, filesOf, pagesOf } from './pages.ts';
import { type Rendered, renderPage } from './render.ts';
import { entriesOf } from './search-entries.ts';

export const HTML = 'text/html; charset=utf-8';

/** The pages and files, each made on first use, and the ranking of the search. */
export function createContents(source: DocsSource) {
  const pages = pagesOf(source);
  const files = filesOf(source, pages);
  const made = new Map<string, File>();
  const rendered = new Map<Page, Rendered>();

  function render(page: Page): Rendered {
    const known = rendered.get(page) ?? renderPage(source, page);
    rendered.set(page, known);
    return known;
  }

  /** API requests are processed between pages. */
  async function allEntries() {
    const found: Entry[] = [];
    for (const page of pages.values()) {
      if (page.version !== source.versions.newest()) continue;
      found.push(...entriesOf(page, render(page)));
      await pause();
    }
    return found;
  }

  const entries = once(allEntries);

  async function make(path: string): Promise<File | undefined> {
    const page = pages.get(path);
    if (page)
      return {
        type: HTML,
        content: String(await pageHtml(page, render(page), [...pages.values()])),
      };
    if (path === DOCS_PATHS.searchIndex)
      return { type: 'application/json', content: JSON.stringify(await entries()) };
    return files.get(path)?.();
  }

  return {
    async open(path: string): Promise<File | undefined> {
      const file = made.get(path) ?? (await make(path));
      if (file) made.set(path, file);
      return file;
    },
    rank: once(async () => createRanking(MiniSearch, await entries())),
  };
}

/** A failed attempt is made again. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((fault) => {
      made = undefined;
      throw fault;
    });
    return made;
  };
}
