// The pages of the REST reference: for each version a first one with what operations share, and one for each operation.
import { html } from 'hono/html';
import { ABOUT } from '../../../openapi/document.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import type { RestOperationName } from '../../../rest/routes.ts';
import { type Html, prose } from '../../pages/frame.ts';
import { stageOf } from '../changelog.ts';
import { createExampleFigures } from '../examples/example-figures.ts';
import {
  code,
  type DocsSource,
  linksTo,
  markdown,
  type Named,
  type Page,
  type Section,
  section,
  termList,
} from '../layout.ts';
import {
  createFieldLists,
  errorList,
  headerLinks,
  isError,
  parameterTerm,
  type SharedSections,
  sharedSections,
} from './reference-parts.ts';
import { datedPath, operationPath, type RestOperation, type RestReference } from './rest-reference.ts';

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

  function page(title: string, content: Html, current?: RestOperation, parts: readonly Named[] = []): Page {
    const contents = contentsOf(all, reference, shared, current, parts);
    return { site: 'rest', title, nameOfContents: 'REST reference', contents, content };
  }

  function operationPage(operation: RestOperation): Page {
    const { operationId, title } = operation;
    const sections = operationSections(reference, operation);
    const figures = createExampleFigures(source, version.date).ofOperation(operationId as RestOperationName);
    const more = { id: `${operationId}-examples`, title: 'More examples' };
    const parts = figures.length > 1 ? [...sections, more] : sections;
    return page(title, operationContent(version, operation, sections, figures, more), operation, parts);
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
function contentsOf(
  all: readonly RestReference[],
  reference: RestReference,
  shared: SharedSections,
  current: RestOperation | undefined,
  parts: readonly Named[],
): NonNullable<Page['contents']> {
  const { path } = reference;
  /** The same page in another version, or its first page if it does not have the operation. */
  const pathIn = ({ path: first, operations }: RestReference) =>
    operationPath(first, operations.find(({ operationId }) => operationId === current?.operationId)?.operationId);
  const versions = all.map((other) => ({
    href: pathIn(other),
    title: other.version.date,
    current: other === reference && ('true' as const),
  }));
  return [
    ...(all.length > 1 ? [{ title: 'Version', links: versions }] : []),
    { title: '', links: [{ href: path, title: 'Overview', current: !current && 'page' }] },
    ...operationGroups(reference).map(({ name, operations }) => ({
      title: name,
      links: operations.map((one) => ({
        href: operationPath(path, one.operationId),
        title: one.title,
        ...(one === current && { current: 'page' as const, parts: linksTo(parts) }),
      })),
    })),
    ...shared.map(({ title, sections }) => ({ title, links: linksTo(sections, current && path) })),
  ];
}

const isEnded = ({ stage }: Version): boolean => stage === 'sunset';

const versionNote = (version: Version): Html =>
  html`<p${version.stage !== 'active' && html` class="note"`}>Version ${version.date}: ${stageOf(version)}. ${isEnded(version) && 'Requests for it are refused. '}<a href="${DOCS_PATHS.changelog}#${version.date}">Its changes</a>, and <a href="${DOCS_PATHS.guide('versions')}">how versions work</a>.</p>`;

/** What holds for every request, the operations, and the parts that they share. */
function overview(origin: string, reference: RestReference, shared: SharedSections): Html {
  const { version, path } = reference;
  const row = ({ operationId, method, path: template, title, summary }: RestOperation): Html =>
    html`<li id="${operationId}"><a href="${operationPath(path, operationId)}">${title}</a> <code>${method} ${template}</code><br>${summary}.</li>`;
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
${sections.map(({ id, title: name, content }) => section(id, name, content))}`,
)}`;
}

/** The first example stands beside the text, the others below it. */
function operationContent(
  version: Version,
  operation: RestOperation,
  sections: readonly Section[],
  [example, ...others]: readonly Html[],
  more: Named,
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
