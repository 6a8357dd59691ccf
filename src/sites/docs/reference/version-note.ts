// What the REST reference says about the stage of its version.
import { html } from 'hono/html';
import type { Version } from '../../../operation/versions.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { stageOf } from '../version-stage.ts';

export const isEnded = ({ stage }: Version): boolean => stage === 'sunset';

export const versionNote = (version: Version): Html =>
  html`<p${version.stage !== 'active' && html` class="note old"`}>Version ${version.date}: ${stageOf(version)}. ${isEnded(version) && 'Requests for it are refused. '}<a href="${DOCS_PATHS.changelog}#${version.date}">Its changes</a>, and <a href="${DOCS_PATHS.guide('versions')}">how versions work</a>.</p>`;
