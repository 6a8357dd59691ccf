// The REST reference: for each version a first page with what operations share, and a page per operation.
import { STATUS_CODES } from 'node:http';
import { exampleId } from '../../../openapi/examples.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/operation-examples.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS } from '../../../paths.ts';
import { endpointOf, isServed, pathTemplate } from '../../../rest/route.ts';
import { ROUTES, TAGS } from '../../../rest/routes.ts';
import {
  type DocsSource,
  exampleBlock,
  markdownTable,
  type Page,
  paragraphs,
} from '../page.ts';
import { rootFieldPath } from './graphql-types.ts';
import { nameIn, type RestDocument, readDocument } from './rest-document.ts';
import { overviewText, versionNote } from './rest-overview.ts';
import { describeType, parameterRow, schemaText } from './schema-tables.ts';

/** The pages of all versions. */
export const restPages = (source: DocsSource) =>
  source.versions.list().flatMap((version): Page[] => {
    const view = source.versions.view(version.date);
    const served = Object.values(TAGS).flatMap((tag) =>
      ROUTES.filter((route) => route.tag === tag && isServed(view, route)),
    );
    // The latest version's path has no date.
    const isNewest = version.date === source.versions.newest();
    const first = isNewest ? DOCS_PATHS.rest : `${DOCS_PATHS.rest}/${version.date}`;
    const document = () => readDocument(first, source.documentOf(version.date));
    const shared = { site: 'rest', version: version.date } as const;
    return [
      {
        ...shared,
        path: first,
        group: '',
        place: 'REST',
        title: 'REST reference',
        summary: 'Every operation, field and error of the REST API.',
        text: () => overviewText(source.origin, version, served, document()),
      },
      ...served.map((route) => {
        const { name, title, summary } = route.operation;
        return {
          ...shared,
          path: `${first}/${name}`,
          group: route.tag.name,
          title,
          summary: summary === `${title}.` ? '' : summary,
          place: `REST · ${endpointOf(route)} · ${name}`,
          text: () => operationText(source, document(), version, route),
        };
      }),
    ];
  });

/** What it does, an example, parameters, body, responses, errors, and further examples. */
function operationText(
  { versions }: DocsSource,
  document: RestDocument,
  version: Version,
  route: (typeof ROUTES)[number],
) {
  const { name, summary, permission, throttled } = route.operation;
  const { path, components, operations, ownerOf, schemasIn } = document;
  const operation = operations.find(({ operationId }) => operationId === name);
  if (!operation) throw new Error(`The document has no ${name}`);
  const { description, parameters, requestBody, responses } = operation;
  const field = operation['x-graphql-field'];
  // Unless the last version with the operation has ended.
  const isOnGraphql = versions.union(versions.newest()).has(name);
  const fieldPath = rootFieldPath(field.slice(field.indexOf('.') + 1));
  const [example, ...others] = Object.entries(OPERATION_EXAMPLES[name]).map(
    ([key, { summary: label }]) => exampleBlock({ id: exampleId(name, key), label }),
  );
  const schemas = (part: unknown = {}) =>
    [...schemasIn(part)]
      .filter((schema) => ownerOf(schema) === name)
      .map((schema) => schemaText(document, schema));
  const { answers = [], errors = [] } = Object.groupBy(
    Object.entries(responses),
    ([, { $ref }]) => ($ref ? 'errors' : 'answers'),
  );
  return paragraphs(
    `\`${route.method}\` \`${API_BASE_PATH}${pathTemplate(route)}\``,
    version.stage !== 'active' && versionNote(version),
    `Operation \`${name}\` · Permission \`${permission.toLowerCase()}\`\
${throttled ? ` · [Rate limit](${DOCS_PATHS.guide('limits')})` : ''} · \
GraphQL ${isOnGraphql ? `[\`${field}\`](${fieldPath})` : `\`${field}\``}`,
    // It starts with the summary, which the page has above.
    description.slice(summary.length).trim(),
    example,
    `## Parameters {#${name}-parameters}`,
    markdownTable(
      ['Name', 'Type', 'Description'],
      parameters.map((part) => parameterRow(document, part, name)),
    ),
    requestBody && `## Body {#${name}-body}`,
    requestBody?.description,
    ...schemas(requestBody),
    `## Response {#${name}-answer}`,
    ...answers.flatMap(([status, response]) => [
      `\`${status}\` ${response.description} [Response headers](${path}#response-headers)`,
      ...schemas(response),
    ]),
    `## Errors {#${name}-errors}`,
    `A request that fails changes nothing. [Errors](${DOCS_PATHS.guide('errors')}) explains all codes.`,
    markdownTable(
      ['Status', 'Meaning', 'Body'],
      errors.map(([status, part]) => {
        const response = components.responses[nameIn(part)] ?? part;
        const { schema = {} } = response.content?.['application/json'] ?? {};
        return [
          `\`${status}\` ${STATUS_CODES[status] ?? ''} {#${name}-${status}}`,
          response.description,
          describeType(document, schema),
        ];
      }),
    ),
    others.length > 0 && `## More examples {#${name}-examples}`,
    ...others,
  );
}
