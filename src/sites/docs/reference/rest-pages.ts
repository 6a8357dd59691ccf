// The pages of the REST reference: for each version a first one with what operations share, and one for each operation.
import { html } from 'hono/html';
import { ABOUT } from '../../../openapi/document.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import type { RestOperationName } from '../../../rest/routes.ts';
import { type Html, prose } from '../../pages/frame.ts';
import { stageOf } from '../changelog.ts';
import { createExampleFigures } from '../examples/example-figures.ts';
import { ASSETS, code, markdown, type Page, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';
import {
  createFieldLists,
  errorList,
  headerLinks,
  isError,
  parameterTerm,
  type SharedSections,
  sharedSections,
  termList,
} from './reference-parts.ts';
import { datedPath, operationPath, type RestOperation, type RestReference } from './rest-reference.ts';

type PathAndPage = readonly [path: string, make: () => Page];
type Link = Pick<Section, 'id' | 'title'>;

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
  const page = (title: string, content: Html, current?: RestOperation, links?: readonly Link[]): Page => ({
    site: 'rest',
    title,
    content: html`<div class="columns reference">
${navigation(all, reference, shared, current, links)}
<main id="content" tabindex="-1">${content}</main>
</div>`,
    scripts: [ASSETS.paths.page],
  });

  function operationPage(operation: RestOperation): Page {
    const sections = operationSections(reference, operation);
    const figures = createExampleFigures(source, version.date).ofOperation(operation.operationId as RestOperationName);
    const more = { id: `${operation.operationId}-examples`, title: 'More examples' };
    const links = figures.length > 1 ? [...sections, more] : sections;
    return page(operation.title, operationContent(version, operation, sections, figures, more), operation, links);
  }

  return [
    [path, () => page('REST reference', overview(source.origin, reference, shared))],
    ...operations.map((one): PathAndPage => [operationPath(path, one.operationId), () => operationPage(one)]),
  ];
}

/** The operations by their tags, in the order of these. */
const operationGroups = ({ tags, operations }: RestReference) =>
  tags
    .map((tag) => ({ ...tag, operations: operations.filter((operation) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);

/** Versions, operations, the sections of the page, shared parts; on the first page no operation is the current one. */
function navigation(
  all: readonly RestReference[],
  reference: RestReference,
  shared: SharedSections,
  current?: RestOperation,
  links: readonly Link[] = [],
): Html {
  const { path, version } = reference;
  /** The same page in another version, or its first page if it does not have the operation. */
  const pathIn = ({ path: first, operations }: RestReference) =>
    operationPath(first, operations.find(({ operationId }) => operationId === current?.operationId)?.operationId);
  const operation = ({ operationId, title }: RestOperation): Html => {
    const isCurrent = operationId === current?.operationId;
    return html`<li><a href="${operationPath(path, operationId)}"${isCurrent && html` aria-current="page"`}>${title}</a>
${isCurrent && html`<ul>${links.map((link) => html`<li><a href="#${link.id}">${link.title}</a></li>`)}</ul>`}</li>`;
  };
  return html`<nav class="contents" aria-label="REST reference"><details><summary>REST reference</summary>
${
  all.length > 1 &&
  html`<p class="group">Version</p>
<ul>${all.map((other) => html`<li><a href="${pathIn(other)}"${other.version === version && html` aria-current="true"`}>${other.version.date}</a></li>`)}</ul>`
}
<ul><li><a href="${path}"${!current && html` aria-current="page"`}>Overview</a></li></ul>
${operationGroups(reference).map(
  (group) => html`<p class="group">${group.name}</p>
<ul>${group.operations.map(operation)}</ul>`,
)}
${shared.map(
  ({ title, sections }) => html`<p class="group">${title}</p>
<ul>${sections.map(({ id, title: name }) => html`<li><a href="${current ? path : ''}#${id}">${name}</a></li>`)}</ul>`,
)}
</details></nav>`;
}

const isEnded = ({ stage }: Version): boolean => stage === 'sunset';

const versionNote = (version: Version): Html =>
  html`<p${version.stage !== 'active' && html` class="note old"`}>Version ${version.date}: ${stageOf(version)}. ${isEnded(version) && 'Requests for it are refused. '}<a href="${DOCS_PATHS.changelog}#${version.date}">Its changes</a>, and <a href="${DOCS_PATHS.guide('versions')}">how versions work</a>.</p>`;

/** What holds for every request, the operations, and the parts that they share. */
function overview(origin: string, reference: RestReference, shared: SharedSections): Html {
  const { version, path } = reference;
  const row = ({ operationId, method, path: template, title, summary }: RestOperation): Html =>
    html`<li id="${operationId}"><a href="${operationPath(path, operationId)}">${title}</a> <code>${method} ${template}</code><br>${summary}.</li>`;
  const section = ({ id, title, content }: Section): Html => html`<section class="type" id="${id}">
<h3><a href="#${id}">${title}</a></h3>
${content}
</section>`;
  return html`<h1>REST reference</h1>
<div class="beside">
<div class="shown">${code(`${origin}${API_BASE_PATH}`, 'Base URL')}
${versionNote(version)}
${!isEnded(version) && html`<p><a href="${OPENAPI_PATH}?version=${version.date}" download="owner-api-${version.date}.json">OpenAPI document</a>, also for <a href="${DOCS_PATHS.guide('clients')}">Postman and generators</a>.</p>`}</div>
<div>${markdown(ABOUT)}</div>
</div>
<h2 id="operations">Operations</h2>
${operationGroups(reference).map(
  ({ name, description, operations }) => html`<h3>${name}</h3>
<p>${description}</p>
<ul class="operations">${operations.map(row)}</ul>`,
)}
${shared.map(
  ({ title, sections }) => html`<h2 class="kind">${title}</h2>
${sections.map(section)}`,
)}`;
}

/** The first example stands beside the text, the others below it. */
function operationContent(
  version: Version,
  operation: RestOperation,
  sections: readonly Section[],
  [example, ...others]: readonly Html[],
  more: Link,
): Html {
  const { operationId, method, path, title, summary, description, permission, throttled } = operation;
  const field = operation['x-graphql-field'];
  return html`<h1>${title}</h1>
<p class="route"><span>${method}</span> <code>${API_BASE_PATH}${path}</code></p>
${version.stage !== 'active' && versionNote(version)}
<div class="beside">
<div>
${summary !== title && html`<p>${summary}.</p>`}
<ul class="facts">
<li>Operation <code>${operationId}</code></li>
<li>Permission <code>${permission.toLowerCase()}</code></li>
${throttled && html`<li><a href="${DOCS_PATHS.guide('throttling')}">Throttled</a></li>`}
<li>GraphQL <a href="${DOCS_PATHS.graphql}#${field}"><code>${field}</code></a></li>
</ul>
${markdown(description)}
${sections.map(({ id, title: heading, content }) => html`<h2 id="${id}"><a href="#${id}">${heading}</a></h2>${content}`)}
</div>
<div class="shown">${example}</div>
</div>
${others.length > 0 && html`<h2 id="${more.id}">${more.title}</h2>${others}`}`;
}

/** Parameters, body, responses, errors. */
function operationSections(reference: RestReference, operation: RestOperation): readonly Section[] {
  const { operationId, parameters, requestBody, responses, description } = operation;
  const { block } = createFieldLists(reference);
  const section = (part: string, title: string, content: Html): Section => ({
    id: `${operationId}-${part}`,
    title,
    content,
  });
  const common = (id: string, what: string) =>
    html`<p class="common">And the <a href="${reference.path}#${id}">${what}</a>.</p>`;
  const own = parameters.filter(({ isCommon }) => !isCommon);
  const body = requestBody?.content?.['application/json'];
  /** Those of success, and 304 without a body. */
  const without = Object.entries(responses).filter(([status]) => !isError(status));
  return [
    section(
      'parameters',
      'Parameters',
      html`${termList(own.map((parameter) => parameterTerm(reference, operation, parameter)))}
${common('request-headers', 'headers of every request')}`,
    ),
    ...(body ? [section('body', 'Body', block(body.schema, description))] : []),
    section(
      'answer',
      'Response',
      html`${without.map(
        ([
          status,
          response,
        ]) => html`<p><code>${status}</code> ${prose(response.description)} ${headerLinks(reference, response)}</p>
${response.content && block(response.content['application/json'].schema)}`,
      )}
${common('response-headers', 'headers of every response')}`,
    ),
    section('errors', 'Errors', errorList(reference, operation)),
  ];
}
