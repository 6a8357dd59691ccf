// The first page of the documentation: short guides.
import { html } from 'hono/html';
import { DOCS_PATHS, OPENAPI_PATH } from '../../paths.ts';
import { ASSETS } from './assets.ts';
import { type Page, type Section, withContents } from './layout.ts';

/** The guides in order: each is a file in `guides/`. */
export const GUIDES = [
  'first-request',
  'tokens',
  'errors',
  'caching',
  'throttling',
  'limits',
  'retries',
  'test-your-client',
  'versions',
  'names',
  'clients',
  'front-end',
  'importer',
  'typical-mistakes',
] as const;

export const guidesPage = (sections: readonly Section[]): Page => ({
  site: 'docs',
  title: 'Docs',
  content: withContents(
    [{ title: '', links: sections }],
    html`<h1>Rental Marketplace Owner API</h1>
<p class="lead">Owners manage products and bundles and read rentals, over REST and over GraphQL: the same operations, the same rules. For generators: the <a href="${OPENAPI_PATH}">OpenAPI document</a> and the <a href="${DOCS_PATHS.sdl}">GraphQL schema</a>.</p>
${sections.map(({ id, title, content }) => html`<section id="${id}"><h2><a href="#${id}">${title}</a></h2>${content}</section>`)}`,
  ),
  scripts: [ASSETS.paths.page],
});
