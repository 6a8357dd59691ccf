// The page of the REST reference: Scalar renders the OpenAPI document of each usable version, with its own <main>.
import { html } from 'hono/html';
import { API_BASE_PATH, OPENAPI_PATH } from '../../paths.ts';
import { ASSETS } from './assets.ts';
import type { Page } from './layout.ts';
import type { DocsSource } from './source.ts';

export function restPage({ versions }: DocsSource): Page {
  const documents = versions
    .list()
    .filter(({ stage }) => stage !== 'sunset')
    .map(({ date, stage }) => ({ title: `${date} (${stage})`, slug: date, url: `${OPENAPI_PATH}?version=${date}` }));
  return {
    site: 'rest',
    title: 'REST reference',
    content: html`<div id="content" tabindex="-1" class="reference">
<div id="reference" data-documents="${JSON.stringify(documents)}" data-server="${API_BASE_PATH}"></div>
<noscript><p class="note">The reference is rendered by a script. Without one, read <a href="${OPENAPI_PATH}">the OpenAPI document</a>.</p></noscript>
</div>`,
    scripts: [ASSETS.paths.scalar, ASSETS.paths.reference],
  };
}
