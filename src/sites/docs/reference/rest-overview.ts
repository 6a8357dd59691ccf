// The first page of a version's REST reference: what applies to every request, and the parts that operations share.
import { headerOf } from '../../../openapi/headers.ts';
import type { Version } from '../../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import { endpointOf, type Route } from '../../../rest/route.ts';
import { fieldList, markdownTable, paragraphs, stageOf } from '../page.ts';
import type { RestDocument } from './rest-document.ts';
import { createSchemaTexts } from './schema-texts.ts';

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
  const { path, info, components, ownerOf } = document;
  const { textOf } = createSchemaTexts(document);
  // A header may have several components, which say other things of it.
  const byName = Object.groupBy(Object.entries(components.headers), ([component]) =>
    headerOf(component),
  );
  const headers = Object.entries(byName).map(([name, parts = []]) => ({
    name,
    id: `header-${name}`,
    type: [`such as \`${parts[0]?.[1].schema.example}\``],
    text: parts.map(([, { description }]) => description).join(' '),
  }));
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
    ...objects.map(textOf),
  );
}
