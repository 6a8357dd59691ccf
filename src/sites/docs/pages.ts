// All pages of the documentation, and the documentation's other files.
import { printedSchema } from '../../graphql/schema.ts';
import { DOCS_PATHS, LLMS_PATHS } from '../../paths.ts';
import { changelogPage } from './changelog.ts';
import { frontPage } from './front-page.ts';
import { guideFile } from './guides/guide-files.ts';
import { guidePages } from './guides/guides.ts';
import { type DocsSource, ofPage, type Page } from './page.ts';
import { graphqlPages } from './reference/graphql-pages.ts';
import { restPages } from './reference/rest-pages.ts';
import { printPage } from './render.ts';

/** By path. */
export function pagesOf(source: DocsSource): ReadonlyMap<string, Page> {
  const guides = guidePages(source);
  const all = [
    frontPage(source, guides),
    ...guides,
    ...restPages(source),
    ...graphqlPages(source),
    changelogPage(source),
  ];
  return new Map(all.map((page) => [page.path, page]));
}

export type FileContent = string | Buffer<ArrayBuffer>;

type MakeContent = () => FileContent | Promise<FileContent>;

/**
 * The files that are no pages, by path: each page as Markdown, lists for programs, the schema, the importer.
 */
export function filesOf(
  source: DocsSource,
  pages: ReadonlyMap<string, Page>,
): ReadonlyMap<string, MakeContent> {
  const markdown = (page: Page) => printPage(source, page, pages);
  const all = [...pages.values()];
  const [front] = all;
  const guides = all.filter(({ place }) => place === 'Guides');
  return new Map<string, MakeContent>([
    ...all.map((page) => [`${page.path}.md`, () => markdown(page)] as const),
    [LLMS_PATHS.index, () => (front ? markdown(front) : '')],
    [
      LLMS_PATHS.full,
      () => guides.flatMap((page) => ofPage(() => [markdown(page)])).join('\n'),
    ],
    [DOCS_PATHS.sdl, () => printedSchema(source.versions)],
    [DOCS_PATHS.importer, () => guideFile('importers/import-products.py')],
  ]);
}
