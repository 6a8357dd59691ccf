// What the REST reference says about its version: its stage, its document, and the pages of the other versions.
import { html } from 'hono/html';
import type { Version } from '../../../operation/versions.ts';
import { DOCS_PATHS, OPENAPI_PATH } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { stageOf } from '../version-stage.ts';
import { restPath } from './document.ts';

/** `all` are the released versions, newest first. */
export const versionNote = (
  all: readonly Version[],
  version: Version,
): Html => html`${all.length > 1 && versionSwitch(all, version)}
<p${version.stage !== 'active' && html` class="note old"`}>Version ${version.date}: ${stageOf(version)}. ${isEnded(version) && 'Requests for it are refused.'}
<a href="${DOCS_PATHS.changelog}#${version.date}">Its changes</a> and <a href="${DOCS_PATHS.guide('versions')}">how versions work</a>.</p>
${!isEnded(version) && html`<p><a href="${OPENAPI_PATH}?version=${version.date}" download="owner-api-${version.date}.json">OpenAPI document</a>, also for <a href="${DOCS_PATHS.guide('clients')}">Postman and generators</a>.</p>`}`;

const isEnded = ({ stage }: Version): boolean => stage === 'sunset';

const versionSwitch = (
  all: readonly Version[],
  { date: current }: Version,
): Html => html`<nav class="versions" aria-label="Versions"><ul>
${all.map(({ date }, index) => html`<li><a href="${restPath(index === 0 ? undefined : date)}"${date === current && html` aria-current="page"`}>${date}</a></li>`)}
</ul></nav>`;
