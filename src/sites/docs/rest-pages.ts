// The pages of the REST reference, made from the OpenAPI document of each version: a first one, and one for each operation.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import { createExampleFigures } from './examples/example-figures.ts';
import { routeOf } from './guides/newest-version.ts';
import type { Page } from './layout.ts';
import type { Operation } from './reference/document.ts';
import { moreExamples, operationContent, operationSections } from './reference/operation-page.ts';
import { overview } from './reference/overview-page.ts';
import { referenceNav } from './reference/reference-nav.ts';
import { datedPath, operationPath, type RestReference } from './reference/rest-reference.ts';
import { sharedSections } from './reference/shared-sections.ts';
import type { DocsSource } from './source.ts';

type PathAndPage = readonly [path: string, make: () => Page];

/** The pages of all versions by their paths; those of the newest one stand at the paths with its date too. */
export const restPages = (source: DocsSource, all: readonly RestReference[]): readonly PathAndPage[] =>
  all.flatMap((reference) => {
    const pages = pagesOf(source, all, reference);
    const dated = datedPath(reference.version.date);
    const again = pages.map(([path, make]) => [path.replace(reference.path, dated), make] as const);
    return reference.path === dated ? pages : [...pages, ...again];
  });

function pagesOf(source: DocsSource, all: readonly RestReference[], reference: RestReference): readonly PathAndPage[] {
  const { path, version, operations } = reference;
  const shared = sharedSections(reference);
  const first = () =>
    page('REST reference', referenceNav(all, reference, shared), overview(source.origin, reference, shared));

  function operationPage(operation: Operation): Page {
    const { name, title } = routeOf(operation.operationId).operation;
    const sections = operationSections(reference, operation);
    const figures = createExampleFigures(source, version.date).ofOperation(name);
    const links = figures.length > 1 ? [...sections, moreExamples(operation)] : sections;
    const nav = referenceNav(all, reference, shared, { operation, sections: links });
    return page(title, nav, operationContent(reference, operation, sections, figures));
  }

  return [
    [path, first],
    ...operations.map((one): PathAndPage => [operationPath(path, one.operationId), () => operationPage(one)]),
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
