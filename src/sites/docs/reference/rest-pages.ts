// The REST reference: for each version a first page with what operations share, and a page per operation.
import { STATUS_CODES } from 'node:http';
import { examplesOf } from '../../../openapi/examples.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS } from '../../../paths.ts';
import { endpointOf, isServed, pathTemplate } from '../../../rest/route.ts';
import { ROUTES, TAGS } from '../../../rest/routes.ts';
import { type DocsSource, exampleBlock, fieldList, type Page, paragraphs } from '../page.ts';
import { rootFieldPath } from './graphql-types.ts';
import {
  nameIn,
  type Operation,
  type RestDocument,
  readDocument,
  type Schema,
} from './rest-document.ts';
import { overviewText, versionNote } from './rest-overview.ts';
import { createSchemaTexts } from './schema-texts.ts';

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

/** What it does, an example, the body, parameters, responses, its own errors, and further examples. */
function operationText(
  { versions }: DocsSource,
  document: RestDocument,
  version: Version,
  route: (typeof ROUTES)[number],
) {
  const { name, summary, permission, throttled } = route.operation;
  const { path, components, operations, ownerOf, schemasIn } = document;
  const { textOf, parameterOf } = createSchemaTexts(document);
  const operation = operations.find(({ operationId }) => operationId === name) as Operation;
  const { description, parameters, requestBody, responses } = operation;
  const field = operation['x-graphql-field'];
  // Unless the last version with the operation has ended.
  const isOnGraphql = versions.union(versions.newest()).has(name);
  const fieldPath = rootFieldPath(field.slice(field.indexOf('.') + 1));
  const [example, ...others] = examplesOf(name).map(({ id, summary: label }) =>
    exampleBlock({ id, label }),
  );
  const schemas = (part: unknown = {}) =>
    [...schemasIn(part)]
      .filter((schema) => ownerOf(schema) === name && !isEnvelope(components.schemas[schema]))
      .map(textOf);
  const all = Object.entries(responses).map(
    ([status, part]) => [status, components.responses[nameIn(part)] ?? part] as const,
  );
  const answers = all.filter(([status]) => Number(status) < 400);
  const errors = all.filter(
    ([status]) => Number(status) >= 400 && !isOfAlike(operations, operation, status),
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
    requestBody && `## Body {#${name}-body}`,
    requestBody?.description,
    ...schemas(requestBody),
    `## Parameters {#${name}-parameters}`,
    fieldList(parameters.map((part) => parameterOf(part, name))),
    `## Response {#${name}-response}`,
    ...answers.flatMap(([status, response]) => [
      `\`${status}\` ${response.description} [Response headers](${path}#response-headers)`,
      ...schemas(response),
    ]),
    `## Errors {#${name}-errors}`,
    fieldList(
      errors.map(([status, { description }]) => ({
        name: status,
        id: `${name}-${status}`,
        type: [STATUS_CODES[status]],
        text: description,
      })),
    ),
    `A request that fails changes nothing, except that \
[a write with 503](${DOCS_PATHS.guide('errors', 'unavailable')}) may have been done. \
[All errors](${DOCS_PATHS.guide('errors')})`,
    others.length > 0 && `## More examples {#${name}-examples}`,
    ...others,
  );
}

/** A wrapper of other objects, which the text around it describes in a sentence. */
const isEnvelope = ({ properties = {} }: Schema = {}) =>
  Object.values(properties).every(({ $ref, enum: values }) => $ref || values?.length === 1);

/** Whether every read, or every write, has the same response as this one. */
const isOfAlike = (operations: readonly Operation[], own: Operation, status: string) =>
  operations
    .filter(({ requestBody }) => !requestBody === !own.requestBody)
    .every(({ responses }) => responses[status]?.$ref === own.responses[status]?.$ref);
