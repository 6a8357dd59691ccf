// The first page of the REST reference: what holds for every request, the operations, and the parts that they share.
import { html } from 'hono/html';
import { ABOUT } from '../../../openapi/notes.ts';
import { API_BASE_PATH, DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { routeOf } from '../guides/newest-version.ts';
import { code, type Section } from '../layout.ts';
import type { Operation } from './document.ts';
import { markdown } from './markdown.ts';
import { operationGroups } from './reference-nav.ts';
import { operationPath, type RestReference } from './rest-reference.ts';
import type { SharedSections } from './shared-sections.ts';
import { isEnded, versionNote } from './version-note.ts';

export function overview(origin: string, reference: RestReference, shared: SharedSections): Html {
  const { version, path } = reference;
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
<ul class="operations">${operations.map((operation) => row(path, operation))}</ul>`,
)}
${shared.map(
  ({ title, sections }) => html`<h2 class="kind">${title}</h2>
${sections.map(section)}`,
)}`;
}

const row = (path: string, { operationId, method, path: template, summary }: Operation): Html =>
  html`<li id="${operationId}"><a href="${operationPath(path, operationId)}">${routeOf(operationId).operation.title}</a> <code>${method} ${template}</code><br>${summary}.</li>`;

const section = ({ id, title, content }: Section): Html => html`<section class="type" id="${id}">
<h3><a href="#${id}">${title}</a></h3>
${content}
</section>`;
