// The pages of the REST reference, made from the OpenAPI document of each version: a first one, and one for each operation.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import { createExampleFigures } from './examples/example-figures.ts';
import { routeOf } from './guides/newest-version.ts';
import type { Page } from './layout.ts';
import { operationContent, operationSections } from './reference/operation-page.ts';
import { overview } from './reference/overview-page.ts';
import { referenceNav } from './reference/reference-nav.ts';
import { datedPath, operationPath, type RestReference } from './reference/rest-reference.ts';
import { sharedSections } from './reference/shared-sections.ts';
import type { DocsSource } from './source.ts';

type PathAndPage = readonly [path: string, page: Page];

/** The pages of all versions by their paths; those of the newest one stand at the paths with its date too. */
export const restPages = (source: DocsSource, all: readonly RestReference[]): readonly PathAndPage[] =>
  all.flatMap((reference) => {
    const pages = pagesOf(source, all, reference);
    const dated = datedPath(reference.version.date);
    const again = pages.map(([path, made]) => [path.replace(reference.path, dated), made] as const);
    return reference.path === dated ? pages : [...pages, ...again];
  });

function pagesOf(source: DocsSource, all: readonly RestReference[], reference: RestReference): readonly PathAndPage[] {
  const { path, version, operations } = reference;
  const shared = sharedSections(reference);
  const figures = createExampleFigures(source, version.date);
  return [
    [path, page('REST reference', referenceNav(all, reference, shared), overview(source.origin, reference, shared))],
    ...operations.map((operation): PathAndPage => {
      const { name, title } = routeOf(operation.operationId).operation;
      const sections = operationSections(reference, operation);
      const nav = referenceNav(all, reference, shared, { operation, sections });
      const content = operationContent(reference, operation, sections, figures.ofOperation(name));
      return [operationPath(path, operation.operationId), page(title, nav, content)];
    }),
  ];
}

const page = (title: string, nav: Html, content: Html): Page => ({
  site: 'rest',
  title,
  content: html`<div class="columns reference">
${nav}
<main id="content" tabindex="-1">${content}</main>
</div>`,
  scripts: [ASSETS.paths.page],
});
