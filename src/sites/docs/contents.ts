// The contents of the documentation while the same versions are usable: each page and file is made on first use.
import { extname } from 'node:path';
import { pause } from '../../fairness/turns.ts';
import { etagOf } from '../../http/negotiation.ts';
import { DOCS_PATHS } from '../../paths.ts';
import type { Entry } from './assets/rank-entries.js';
import { type DocsSource, ofPage, type Page } from './page.ts';
import { pageHtml } from './page-html.ts';
import { type FileContent, filesOf, pagesOf } from './pages.ts';
import { renderPage } from './render.ts';
import { searchEntries } from './search-entries.ts';

export const HTML = 'text/html; charset=utf-8';

/** By file name extension; pages have none. */
const TYPES: Readonly<Record<string, string>> = {
  '': HTML,
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json',
};

interface File {
  readonly type: string;
  readonly etag: string;
  readonly content: FileContent;
}

/** Opens a page or file by its path; undefined for an unknown one. */
export function createContents(source: DocsSource) {
  const pages = pagesOf(source);
  const all = [...pages.values()];
  const makers = new Map<string, () => FileContent | Promise<FileContent>>([
    ...filesOf(source, pages),
    ...all.map((page) => [page.path, () => htmlOf(page)] as const),
    [DOCS_PATHS.searchIndex, searchIndex],
  ]);
  const made = new Map<string, Promise<File>>();

  const htmlOf = async (page: Page) =>
    String(await pageHtml(page, renderPage(source, page), all));

  /** API requests are processed between pages. */
  async function searchIndex(): Promise<string> {
    const found: Entry[] = [];
    for (const page of all) {
      if (page.version !== source.versions.newest()) continue;
      found.push(...ofPage(() => searchEntries(page)));
      await pause();
    }
    return JSON.stringify(found);
  }

  return async function open(path: string): Promise<File | undefined> {
    const make = makers.get(path);
    if (!make) return undefined;
    const known = made.get(path);
    if (known) return known;
    const file = fileAt(path, make);
    made.set(path, file);
    // A failed attempt is made again.
    file.catch(() => made.delete(path));
    return file;
  };
}

async function fileAt(
  path: string,
  make: () => FileContent | Promise<FileContent>,
): Promise<File> {
  const type = TYPES[extname(path)] ?? 'text/plain; charset=utf-8';
  const content = await make();
  return { type, content, etag: etagOf(content) };
}
