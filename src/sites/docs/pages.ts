// All pages of the documentation, and the documentation's other files.
import { printedSchema } from '../../graphql/schema.ts';
import { DOCS_PATHS, LLMS_PATHS } from '../../paths.ts';
import { changelogFeed, changelogPage } from './changelog.ts';
import { frontPage } from './front-page.ts';
import { guideFile } from './guides/guide-files.ts';
import { guidePages } from './guides/guides.ts';
import type { DocsSource, Page } from './page.ts';
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

/** The former address of a page, and where it leads to now. */
export const MOVED: ReadonlyMap<string, string> = new Map(
  [
    ['/docs/guides', DOCS_PATHS.guides],
    [DOCS_PATHS.guide('names'), DOCS_PATHS.rest],
    [`${DOCS_PATHS.graphql}/types`, DOCS_PATHS.graphql],
    [DOCS_PATHS.guide('throttling'), DOCS_PATHS.guide('rate-limits')],
    [DOCS_PATHS.guide('not-there'), DOCS_PATHS.guide('not-supported')],
    [DOCS_PATHS.guide('relay'), DOCS_PATHS.guide('other-clients')],
    [DOCS_PATHS.guide('vue'), DOCS_PATHS.guide('other-clients')],
    [DOCS_PATHS.guide('plain-fetch'), DOCS_PATHS.guide('other-clients')],
  ].flatMap(([from, to]) => [
    [`${from}`, `${to}`],
    [`${from}.md`, `${to}.md`],
  ]),
);

const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

export interface File {
  readonly type: string;
  readonly content: string | Buffer<ArrayBuffer>;
}

type MakeFile = () => File | Promise<File>;

/**
 * The files that are no pages, by path: each page as Markdown, lists for programs, feed and schema; the downloads that
 * `npm run back-office` and `npm run harness-package` pack; the importers.
 */
export function filesOf(
  source: DocsSource,
  pages: ReadonlyMap<string, Page>,
): ReadonlyMap<string, MakeFile> {
  const markdown = (page: Page) => printPage(source, page, pages);
  const front = pages.get(DOCS_PATHS.guides) as Page;
  const guides = () => [...pages.values()].filter(({ place }) => place === 'Guides');
  const ofFolder = (name: string, type: string) => () => ({ type, content: guideFile(name) });
  return new Map<string, MakeFile>([
    ...[...pages.values()].map(
      (page) => [`${page.path}.md`, () => ({ type: MARKDOWN, content: markdown(page) })] as const,
    ),
    [LLMS_PATHS.index, () => ({ type: TEXT, content: markdown(front) })],
    [
      LLMS_PATHS.full,
      () => ({ type: TEXT, content: [front, ...guides()].map(markdown).join('\n') }),
    ],
    [
      DOCS_PATHS.changelogFeed,
      async () => ({
        type: 'application/atom+xml; charset=utf-8',
        content: await changelogFeed(source),
      }),
    ],
    [DOCS_PATHS.sdl, () => ({ type: TEXT, content: printedSchema(source.versions) })],
    [DOCS_PATHS.backOffice, ofFolder('back-office.tgz', 'application/gzip')],
    [DOCS_PATHS.harness, ofFolder('owner-api-harness.tgz', 'application/gzip')],
    ...['import-products.py', 'import-products.mjs'].map(
      (name) => [DOCS_PATHS.importer(name), ofFolder(`importers/${name}`, TEXT)] as const,
    ),
  ]);
}
