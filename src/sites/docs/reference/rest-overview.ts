// The first page of a version's REST reference: what applies to every request, and the parts that operations share.
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import { endpointOf, type Route } from '../../../rest/route.ts';
import { fieldList, markdownTable, paragraphs, stageOf } from '../page.ts';
import { nameIn, type RestDocument } from './rest-document.ts';
import { schemaText } from './schema-texts.ts';

export function versionNote(version: Version) {
  const { date, stage } = version;
  const rejected = stage === 'sunset' ? ' Requests for it are rejected.' : '';
  return `Version ${date}: ${stageOf(version)}.${rejected} \
See [its changes](${DOCS_PATHS.changelog}#${date}) and [how versions work](${DOCS_PATHS.guide('versions')}).`;
}

export function overviewText(
  origin: string,
  version: Version,
  served: readonly Route[],
  document: RestDocument,
) {
  const { path, info, components, operations, ownerOf } = document;
  const responses = [
    ...Object.values(components.responses),
    ...operations.flatMap(({ responses }) => Object.values(responses)),
  ];
  // A header may have several components, which say other things of it.
  const names = new Map(
    responses.flatMap(({ headers = {} }) =>
      Object.entries(headers).map(([name, header]) => [nameIn(header), name] as const),
    ),
  );
  const byName = Object.groupBy(
    Object.keys(components.headers),
    (component) => names.get(component) ?? component,
  );
  const headers = Object.entries(byName).map(([name, all = []]) => {
    const parts = all.flatMap((component) => components.headers[component] ?? []);
    return {
      name,
      id: `header-${name}`,
      type: [`such as \`${parts[0]?.schema.example}\``],
      text: parts.map(({ description }) => description).join(' '),
    };
  });
  const objects = Object.keys(components.schemas).filter((name) => !ownerOf(name));
  const [about = '', ...everyRequest] = info.description.split('\n\n');
  return paragraphs(
    `${about} The base URL is \`${origin}${API_BASE_PATH}\`.`,
    '## Operations {#operations}',
    markdownTable(
      ['Operation', 'Request', 'Summary'],
      served.map((route) => {
        const { name, title, summary } = route.operation;
        return [
          `[${title}](${path}/${name}) {#${name}}`,
          `\`${endpointOf(route)}\``,
          summary,
        ];
      }),
    ),
    '## Every request {#every-request}',
    versionNote(version),
    version.stage !== 'sunset' &&
      `The [OpenAPI document](${OPENAPI_PATH}?version=${version.date}) of this version also works for \
[Postman and generators](${DOCS_PATHS.guide('clients')}).`,
    ...everyRequest,
    '## Response headers {#response-headers}',
    fieldList(headers),
    '## Objects {#objects}',
    ...objects.map((name) => schemaText(document, name)),
  );
}
