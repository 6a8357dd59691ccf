// Guide: dated versions and their lifecycle (section 9, D6 to D8).
import { html } from 'hono/html';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import type { Version } from '../../../operation/versions.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, OPENAPI_PATH, productPath } from '../../../paths.ts';
import { type Section, table } from '../layout.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';

export const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

export const stageOf = ({ stage, deprecatedAt, sunsetAt }: Version): string => {
  if (!deprecatedAt || !sunsetAt) return stage;
  if (stage === 'supported') return `supported; deprecated from ${day(deprecatedAt)}, ends ${day(sunsetAt)}`;
  return stage === 'deprecated' ? `deprecated; ends ${day(sunsetAt)}` : `ended ${day(sunsetAt)}`;
};

const row = (version: Version) => [html`<code>${version.date}</code>`, stageOf(version), version.summary];

export const versions = ({ versions: all, origin }: DocsSource): Section => ({
  id: 'versions',
  title: 'Versions',
  content: html`<p>Versions are dates; URLs never change. A token is tied to the version that was newest when it was created, the header
<code>service-version</code> sets another one for one request, and <code>X-API-Version</code> of every response names the version that was applied.</p>
${table(['Version', 'Stage', 'Summary'], all.list().map(row), 'Versions')}
${exchange(origin, {
  id: 'other-version',
  label: 'One request in another version',
  method: 'GET',
  path: productPath(DEMO_IDS.products.tent),
  headers: { 'service-version': all.newest() },
  status: 200,
})}
<p>A version can get new endpoints, new optional fields of requests and new fields of responses, so ignore fields that
you don't know. Every breaking change is a new version: the version before is supported for 12 months, then deprecated for 6
(<code>Deprecation</code> and <code>Sunset</code> of every response have the dates), and then refused with 400.</p>
<p>The OpenAPI document of a version: <a href="${OPENAPI_PATH}?version=${all.newest()}"><code>${OPENAPI_PATH}?version=${all.newest()}</code></a>. GraphQL
has no versions: a field is deprecated in the <a href="${DOCS_PATHS.graphql}">schema</a> before it is removed.</p>
<h3 id="moving">Move to a newer version</h3>
<ol>
<li>Read the <a href="${DOCS_PATHS.changelog}">changelog</a> from your version on. The <a href="${DASHBOARD_PATHS.versions}">versions page</a> of the
dashboard lists, for each token, the changes that concern what it used.</li>
<li>Generate a typed client anew from the OpenAPI document of the newer version, and change your code.</li>
<li>Send the header <code>service-version</code> with the newer version, with a test token first. The dashboard lists refused requests with the fields at fault.</li>
<li>Keep the header, or replace the token by a new one, which has the newest version. Until the old version ends you can go back: without
the header a token has its own version.</li>
</ol>
<p>On GraphQL nothing has to be done at once: names stay as they are. Stop using what the schema calls deprecated, and send what the changelog calls required.</p>`,
});
