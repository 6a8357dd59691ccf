// The REST reference: for each version a first page with what operations share, and a page per operation.
import { STATUS_CODES } from 'node:http';
import { ABOUT } from '../../../openapi/document.ts';
import { exampleId } from '../../../openapi/examples.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/operation-examples.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import { endpointOf, isServed } from '../../../rest/route.ts';
import { ROUTES, TAGS } from '../../../rest/routes.ts';
import { type DocsSource, exampleBlock, type Page, stageOf, table } from '../page.ts';
import { rootFieldPath } from './graphql-pages.ts';
import {
  firstPath,
  nameIn,
  type Part,
  type RestDocument,
  type RestOperation,
  readDocument,
} from './rest-document.ts';
import { describeType, schemaText } from './schema-tables.ts';

type RestRoute = (typeof ROUTES)[number];

/** The pages of all versions. */
export const restPages = (source: DocsSource): readonly Page[] =>
  source.versions.list().flatMap((version) => versionPages(source, version));

function versionPages(source: DocsSource, version: Version): readonly Page[] {
  const view = source.versions.view(version.date);
  const served = ROUTES.filter((route) => isServed(view, route));
  const first = firstPath(source, version.date);
  let known: RestDocument | undefined;
  const document = () => (known ??= readDocument(source, version.date));
  const shared = { site: 'rest', version: version.date } as const;
  return [
    {
      ...{ ...shared, path: first, group: '', place: 'REST', title: 'REST reference' },
      summary: 'Every operation, field and error of the REST API.',
      text: () => overviewText(source, version, served, document()),
    },
    ...served.map((route): Page => {
      const { name, title, summary } = route.operation;
      return {
        ...{ ...shared, path: `${first}/${name}`, group: route.tag.name, title },
        summary: summary === `${title}.` ? '' : summary,
        place: `REST · ${endpointOf(route)} · ${name}`,
        text: () => operationText(document(), version, route),
      };
    }),
  ].toSorted((a, b) => groupOrder(a) - groupOrder(b));
}

const GROUPS = ['', ...Object.values(TAGS).map(({ name }) => name)];
const groupOrder = ({ group }: Page) => GROUPS.indexOf(group);

function versionNote(version: Version): string {
  const rejected = version.stage === 'sunset' ? ' Requests for it are rejected.' : '';
  return `Version ${version.date}: ${stageOf(version)}.${rejected} See [its changes](${DOCS_PATHS.changelog}#${version.date}) and [how versions work](${DOCS_PATHS.guide('versions')}).`;
}

const openApiNote = ({ date, stage }: Version): string =>
  stage === 'sunset'
    ? ''
    : `The [OpenAPI document](${OPENAPI_PATH}?version=${date}) of this version also works for [Postman and generators](${DOCS_PATHS.guide('clients')}).`;

/** What applies to every request, the operations, and the parts they share. */
function overviewText(
  { origin }: DocsSource,
  version: Version,
  served: readonly RestRoute[],
  document: RestDocument,
): string {
  const { path, components, ownerOf } = document;
  const row = (route: RestRoute) => {
    const { name, title, summary } = route.operation;
    return [`[${title}](${path}/${name}) {#${name}}`, `\`${endpointOf(route)}\``, summary];
  };
  const groups = Object.values(TAGS).flatMap((tag) => {
    const routes = served.filter((route) => route.tag === tag);
    const rows = table(['Operation', 'Request', 'Summary'], routes.map(row));
    return routes.length > 0 ? [`### ${tag.name} {#${tag.name}}`, tag.description, rows] : [];
  });
  return paragraphs(
    `Base URL: \`${origin}${API_BASE_PATH}\``,
    versionNote(version),
    openApiNote(version),
    ABOUT,
    '## Operations {#operations}',
    ...groups,
    '## Request headers {#request-headers}',
    requestHeaders(document),
    '## Errors {#errors}',
    `A request that fails changes nothing. See [Errors](${DOCS_PATHS.guide('errors')}) for all codes, and for what GraphQL returns.`,
    table(
      ['Status', 'Meaning', 'Body'],
      Object.entries(components.responses).map(([name, part]) => errorRow(document, name, part)),
    ),
    '## Response headers {#response-headers}',
    table(
      ['Header', 'Example', 'Description'],
      Object.entries(components.headers).map(([name, { description, schema }]) => [
        `\`${name}\` {#header-${name}}`,
        schema.example === undefined ? '' : `\`${schema.example}\``,
        description,
      ]),
    ),
    '## Objects {#objects}',
    ...Object.keys(components.schemas)
      .filter((name) => !ownerOf(name))
      .map((name) => schemaText(document, name)),
  );
}

/** The token, and the parameters of every operation. */
function requestHeaders(document: RestDocument): string {
  const { securitySchemes, parameters } = document.components;
  const tokens = Object.entries(securitySchemes).map(([id, { name, description }]) => [
    `\`${name ?? 'Authorization'}\` {#${id}}`,
    name ? 'query, string' : 'header, `Bearer` and the token',
    description,
  ]);
  const shared = Object.keys(parameters).filter((name) =>
    document.operations.every((operation) =>
      operation.parameters.some((one) => nameIn(one) === name),
    ),
  );
  const headers = shared.map((name) => parameterRow(document, name));
  return table(['Name', 'Type', 'Description'], [...tokens, ...headers]);
}

/** The row of a parameter; `prefix` starts its anchor. */
function parameterRow(document: RestDocument, component: string, prefix = ''): string[] {
  const {
    name,
    in: place,
    required,
    description,
    schema,
  } = document.components.parameters[component] ?? NO_PART;
  const need = required ? ', **required**' : '';
  return [
    `\`${name}\` {#${prefix}${place}-${name}}`,
    `${place}, ${describeType(document, schema)}${need}`,
    description,
  ];
}

const NO_PART: Part = { name: '', in: '', description: '', schema: {} };

const statusOf = ({ operations }: RestDocument, component: string): string =>
  operations
    .flatMap(({ responses }) => Object.entries(responses))
    .find(([, response]) => nameIn(response) === component)?.[0] ?? '';

function errorRow(document: RestDocument, component: string, part: Part): string[] {
  const { schema, examples } = part.content?.['application/json'] ?? {};
  const [example, ...others] = Object.values(examples ?? {});
  const body = others.length > 0 ? describeType(document, schema ?? {}) : codeOf(example?.value);
  return [
    `\`${statusOf(document, component)}\` {#error-${component}}`,
    `${part.description} ${headersText(document, part)}`,
    body,
  ];
}

const codeOf = (value: object | undefined) => (value ? `\`${JSON.stringify(value)}\`` : '');

/** Links to a response's headers. */
function headersText({ path }: RestDocument, { headers = {} }: Part): string {
  const links = Object.entries(headers).map(
    ([name, header]) => `[\`${name}\`](${path}#header-${nameIn(header)})`,
  );
  return links.length > 0 ? `Headers: ${links.join(', ')}.` : '';
}

/** What it does, an example, parameters, body, responses, errors, and further examples. */
function operationText(document: RestDocument, version: Version, route: RestRoute): string {
  const { name, summary, permission, throttled } = route.operation;
  const operation = document.operations.find(({ operationId }) => operationId === name);
  if (!operation) throw new Error(`The document has no ${name}`);
  const field = operation['x-graphql-field'];
  const rootField = field.slice(field.indexOf('.') + 1);
  const rateLimit = throttled ? ` · [Rate limit](${DOCS_PATHS.guide('rate-limits')})` : '';
  const [example = '', ...others] = Object.entries(OPERATION_EXAMPLES[name]).map(
    ([key, { summary }]) => exampleBlock({ id: exampleId(name, key), label: summary }),
  );
  return paragraphs(
    `\`${route.method}\` \`${API_BASE_PATH}${endpointOf(route).split(' ')[1]}\``,
    version.stage === 'active' ? '' : versionNote(version),
    `Operation \`${name}\` · Permission \`${permission.toLowerCase()}\`${rateLimit} · GraphQL [\`${field}\`](${rootFieldPath(rootField)})`,
    // It starts with the summary, which the page has above.
    operation.description.slice(summary.length).trim(),
    example,
    ...operationParts(document, operation),
    ...(others.length > 0 ? [`## More examples {#${name}-examples}`, ...others] : []),
  );
}

function operationParts(document: RestDocument, operation: RestOperation): readonly string[] {
  const { operationId: name, parameters, requestBody, responses } = operation;
  const { path, ownerOf, schemasIn } = document;
  const schemas = (part: unknown) =>
    [...schemasIn(part)]
      .filter((schema) => ownerOf(schema) === name)
      .map((schema) => schemaText(document, schema));
  const parameterRows = parameters.map((one) => parameterRow(document, nameIn(one), `${name}-`));
  const successes = Object.entries(responses).filter(([, { $ref }]) => !$ref);
  const failures = Object.entries(responses).filter(([, { $ref }]) => $ref);
  const errorRows = failures.map(([status, response]) => {
    const component = nameIn(response);
    const { description = '' } = document.components.responses[component] ?? {};
    return [`[\`${status}\`](${path}#error-${component})`, STATUS_CODES[status] ?? '', description];
  });
  return [
    `## Parameters {#${name}-parameters}`,
    table(['Name', 'Type', 'Description'], parameterRows),
    ...(requestBody ? [`## Body {#${name}-body}`, ...schemas(requestBody)] : []),
    `## Response {#${name}-answer}`,
    ...successes.flatMap(([status, response]) => [
      `\`${status}\` ${response.description} ${headersText(document, response)}`,
      ...schemas(response),
    ]),
    `## Errors {#${name}-errors}`,
    table(['Status', 'Error', 'Meaning'], errorRows),
  ];
}

const paragraphs = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n\n');
