// The pages of the REST reference, one for each version, made from its OpenAPI document.
import { html } from 'hono/html';
import { ABOUT } from '../../openapi/notes.ts';
import type { Version, VersionName } from '../../operation/versions.ts';
import { API_BASE_PATH } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import { createExampleFigures } from './examples/example-figures.ts';
import { routeOf } from './guides/newest-version.ts';
import { code, type Page, type Section, withContents } from './layout.ts';
import { type Document, type Operation, operationsOf, restPath } from './reference/document.ts';
import { commonParts } from './reference/document-parts.ts';
import { errorSection } from './reference/error-section.ts';
import { requestHeaders, responseHeaders } from './reference/header-sections.ts';
import { markdown } from './reference/markdown.ts';
import { objectSections } from './reference/object-sections.ts';
import { createOperationSection } from './reference/operation-section.ts';
import { versionNote } from './reference/version-note.ts';
import type { DocsSource } from './source.ts';

/** The pages by their paths; that of the newest version has two. */
export function restPages(
  source: DocsSource,
  documentOf: (version: VersionName) => Document,
): readonly (readonly [path: string, page: Page])[] {
  const all = source.versions.list().map((version) => {
    const document = documentOf(version.date);
    const figures = createExampleFigures(source, version.date);
    const show = ({ operationId }: Operation) =>
      html`${figures.ofOperation(routeOf(operationId).operation.name).slice(0, 1)}`;
    const page = restPage(source, version, document, show);
    return [restPath(version.date), page] as const;
  });
  return [...all.slice(0, 1).map(([, newest]) => [restPath(), newest] as const), ...all];
}

/** The page of a version; `show` makes the examples of an operation. */
function restPage(
  { versions, origin }: DocsSource,
  version: Version,
  document: Document,
  show: (operation: Operation) => Html,
): Page {
  const operations = operationsOf(document);
  const common = commonParts(document);
  const operationSection = createOperationSection(document, common, show);
  const groups = document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);
  const shared = [
    {
      title: 'All operations',
      sections: [requestHeaders(document, common), errorSection(document, common), responseHeaders(document, common)],
    },
    { title: 'Objects', sections: objectSections(document) },
  ];
  return {
    site: 'rest',
    title: `REST reference, version ${version.date}`,
    content: withContents(
      [
        ...groups.map(({ name, operations: all }) => ({
          title: name,
          links: all.map(({ operationId: id }) => ({ id, title: routeOf(id).operation.title })),
        })),
        ...shared.map(({ title, sections }) => ({ title, links: sections })),
      ],
      html`<h1>REST reference</h1>
<div class="beside">
<div class="shown">${code(`${origin}${API_BASE_PATH}`, 'The base of every path')}
${versionNote(versions.list(), version)}</div>
<div>${markdown(ABOUT)}</div>
</div>
${groups.map(
  ({ name, description, operations: all }) => html`<h2 class="kind">${name}</h2>
<p>${description}</p>
${all.map(operationSection)}`,
)}
${shared.map(
  ({ title, sections }) => html`<h2 class="kind">${title}</h2>
${sections.map(section)}`,
)}`,
    ),
    scripts: [ASSETS.paths.page],
  };
}

const section = ({ id, title, content }: Section): Html => html`<section class="type" id="${id}">
<h3><a href="#${id}">${title}</a></h3>
${content}
</section>`;
