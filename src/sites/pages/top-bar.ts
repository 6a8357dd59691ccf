// The bar of links to every site of the service.
import { html } from 'hono/html';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, START_PATHS } from '../../paths.ts';
import { brandMark, type Html } from './frame.ts';

/** The name of the service in titles and headings. */
export const SERVICE_NAME = 'Rental Marketplace Owner API';

const LINKS = [
  { path: DOCS_PATHS.guides, name: 'Guides' },
  { path: DOCS_PATHS.rest, name: 'REST' },
  { path: DOCS_PATHS.graphql, name: 'GraphQL' },
  { path: GRAPHQL_PATH, name: 'GraphiQL' },
  { path: DASHBOARD_PATHS.settings, name: 'Dashboard' },
] as const;

/** `current` is the link to the page itself. */
export const topBar = (current?: (typeof LINKS)[number]['name']): Html => html`<nav class="top" aria-label="Sites">
<a class="brand" href="${START_PATHS.page}">${brandMark}<span>Owner API</span></a>
<ul>
${LINKS.map(({ path, name }) => html`<li><a href="${path}"${name === current ? html` aria-current="page"` : ''}>${name}</a></li>`)}
</ul>
</nav>`;
