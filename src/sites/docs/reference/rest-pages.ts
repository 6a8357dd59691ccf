// The pages of the REST reference: for each version a first one with what operations share, and one per operation.
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
  type Page,
  type Section,
  section,
  termList,
} from '../layout.ts';
import { rootFieldPath } from './graphql-pages.ts';
import {
  createFieldLists,
  errorList,
  headerLinks,
  isError,
  parameterTerm,
  type SharedSections,
  sharedSections,
} from './reference-parts.ts';
import {
  datedPath,
  operationPath,
  type RestOperation,
  type RestReference,
  type RestResponse,
} from './rest-reference.ts';

/** The pages of all versions by path; the latest version's pages are also at the paths with its date. */
export const restPages = (source: DocsSource, all: readonly RestReference[]) =>
  all.flatMap((reference) => {
    const { path, version, operations } = reference;
    const shared = sharedSections(reference);
    const page = (
      title: string,
      content: Html,
      current?: RestOperation,
      parts: readonly Section[] = [],
    ): Page => ({
      ...{ site: 'rest', title, content, nameOfContents: 'REST reference' },
      contents: contentsOf(all, reference, shared, current, parts),
    });
    function operationPage(operation: RestOperation): Page {
      const id = operation.operationId as RestOperationName;
      const [example, ...others] = createExampleFigures(source, version.date).ofOperation(id);
      const sections = operationSections(reference, operation);
      const more = { id: `${id}-examples`, title: 'More examples', content: html`${others}` };
      const below = others.length > 0 ? [more] : [];
      const content = operationContent(version, operation, sections, example, below);
      return page(operation.title, content, operation, [...sections, ...below]);
    }
    return [...new Set([path, datedPath(version.date)])].flatMap((first) => [
      [first, () => page('REST reference', overview(source.origin, reference, shared))] as const,
      ...operations.map(
        (one) => [operationPath(first, one.operationId), () => operationPage(one)] as const,
      ),
    ]);
  });

/** The operations by tag, in tag order. */
const operationGroups = ({ tags, operations }: RestReference) =>
  tags
    .map((tag) => ({
      ...tag,
      operations: operations.filter((operation) => operation.tags.includes(tag.name)),
    }))
    .filter((group) => group.operations.length > 0);

/** Versions, operations, the page's sections, shared parts; on the first page no operation is current. */
function contentsOf(
  all: readonly RestReference[],
  reference: RestReference,
  shared: SharedSections,
  current: RestOperation | undefined,
  parts: readonly Section[],
): NonNullable<Page['contents']> {
  const { path } = reference;
  /** The same page in another version, or its first page if it lacks the operation. */
  const pathIn = ({ path: first, operations }: RestReference) =>
    operationPath(
      first,
      operations.find(({ operationId }) => operationId === current?.operationId)?.operationId,
    );
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

const versionNote = (version: Version): Html =>
  html`<p${version.stage !== 'active' && html` class="note"`}>Version ${version.date}: ${stageOf(version)}. ${version.stage === 'sunset' && 'Requests for it are rejected. '}See <a href="${DOCS_PATHS.changelog}#${version.date}">its changes</a> and <a href="${DOCS_PATHS.guide('versions')}">how versions work</a>.</p>`;

/** What applies to every request, the operations, and the parts they share. */
function overview(origin: string, reference: RestReference, shared: SharedSections): Html {
  const { version, path } = reference;
  const row = ({ operationId, method, path: template, title, summary }: RestOperation): Html =>
    html`<li id="${operationId}"><a href="${operationPath(path, operationId)}">${title}</a> <code>${method} ${template}</code><br>${summary}.</li>`;
  return html`<h1>REST reference</h1>
<div class="beside">
<div class="shown">${code(`${origin}${API_BASE_PATH}`, 'Base URL')}
${versionNote(version)}
${version.stage !== 'sunset' && html`<p><a href="${OPENAPI_PATH}?version=${version.date}" download="owner-api-${version.date}.json">OpenAPI document</a>, also for <a href="${DOCS_PATHS.guide('clients')}">Postman and generators</a>.</p>`}</div>
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

const heading = ({ id, title, content }: Section): Html =>
  html`<h2 id="${id}"><a href="#${id}">${title}</a></h2>${content}`;

/** The first example is shown beside the text. */
function operationContent(
  version: Version,
  operation: RestOperation,
  sections: readonly Section[],
  example: Html | undefined,
  below: readonly Section[],
): Html {
  const { operationId, method, path, title, summary, description, permission, throttled } =
    operation;
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
${throttled && html`<li><a href="${DOCS_PATHS.guide('rate-limits')}">Rate limit</a></li>`}
<li>GraphQL <a href="${rootFieldPath(field.slice(field.indexOf('.') + 1))}"><code>${field}</code></a></li>
</ul>
${markdown(description)}
${sections.map(heading)}
</div>
<div class="shown">${example}</div>
</div>
${below.map(heading)}`;
}

/** Parameters, body, responses, errors. */
function operationSections(reference: RestReference, operation: RestOperation): readonly Section[] {
  const { operationId, parameters, requestBody, responses, description } = operation;
  const { block } = createFieldLists(reference);
  const part = (name: string, title: string, content: Html) => ({
    id: `${operationId}-${name}`,
    title,
    content,
  });
  const common = (id: string, what: string) =>
    html`<p class="common">Plus the <a href="${reference.path}#${id}">${what}</a>.</p>`;
  const own = parameters.filter(({ isCommon }) => !isCommon);
  const body = requestBody?.content?.['application/json'];
  /** Successful responses, and 304 without a body. */
  const answers = Object.entries(responses).filter(([status]) => !isError(status));
  const parameterTerms = own.map((parameter) => parameterTerm(reference, operation, parameter));
  const answer = (status: string, response: RestResponse) =>
    html`<p><code>${status}</code> ${prose(response.description)} ${headerLinks(reference, response)}</p>
${response.content && block(response.content['application/json'].schema)}`;
  return [
    part(
      'parameters',
      'Parameters',
      html`${termList(parameterTerms)}${common('request-headers', 'headers of every request')}`,
    ),
    ...(body ? [part('body', 'Body', block(body.schema, description))] : []),
    part(
      'answer',
      'Response',
      html`${answers.map(([status, one]) => answer(status, one))}${common('response-headers', 'headers of every response')}`,
    ),
    part('errors', 'Errors', errorList(reference, operation)),
  ];
}
