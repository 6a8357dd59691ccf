// Guide: dated versions and their lifecycle (section 9, D6 to D8).
import { html } from 'hono/html';
import type { Version } from '../../operation/versions.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../paths.ts';
import { code, type Section, table } from '../layout.ts';
import type { DocsSource } from '../source.ts';

const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

const stageOf = ({ stage, deprecatedAt, sunsetAt }: Version): string => {
  if (!deprecatedAt || !sunsetAt) return stage;
  if (stage === 'supported') return `supported; deprecated from ${day(deprecatedAt)}, ends ${day(sunsetAt)}`;
  return stage === 'deprecated' ? `deprecated; ends ${day(sunsetAt)}` : `ended ${day(sunsetAt)}`;
};

const row = (version: Version) => [html`<code>${version.date}</code>`, stageOf(version), version.summary];

export const versions = ({ versions: all, origin }: DocsSource): Section => ({
  id: 'versions',
  title: 'Versions',
  content: html`<p>Versions are dates; URLs never change. A token keeps the version that was newest when it was made, a header sets
another for one request, and every answer names the one that was applied.</p>
${table(['Version', 'Stage', 'What it brought'], all.list().map(row), 'Versions')}
${code(
  `curl -i ${origin}${API_BASE_PATH}/product/42 \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'service-version: ${all.newest()}'`,
  'One request in a version of its own',
)}
<p>Within a version there can be new endpoints, new optional fields of requests and new fields of answers, so ignore fields that
you don't know. What would break a client comes as a new version: the one before stays as it is for 12 months, is deprecated for 6 more
(<code>Deprecation</code> and <code>Sunset</code> on every answer say when it ends), and then is refused with 400.</p>
<p>The OpenAPI document of a version: <a href="${OPENAPI_PATH}?version=${all.newest()}"><code>${OPENAPI_PATH}?version=${all.newest()}</code></a>. GraphQL
grows without versions: a field that is to go is marked deprecated in the <a href="${DOCS_PATHS.graphql}">schema</a> first.</p>`,
});
