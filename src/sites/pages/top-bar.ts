// The bar above every page of the service: its name, links to its sites, the current one marked.
import { html } from 'hono/html';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { brandMark, type Html } from './frame.ts';

/** `more` is the part of a name that a narrow screen leaves out. */
const SITES = {
  docs: { path: DOCS_PATHS.guides, name: 'Docs' },
  rest: { path: DOCS_PATHS.rest, name: 'REST', more: ' reference' },
  graphql: { path: DOCS_PATHS.graphql, name: 'GraphQL', more: ' reference' },
  changelog: { path: DOCS_PATHS.changelog, name: 'Changelog' },
  graphiql: { path: GRAPHQL_PATH, name: 'GraphiQL' },
  dashboard: { path: DASHBOARD_PATHS.settings, name: 'Dashboard' },
} as const;

export type Site = keyof typeof SITES;

/** `search` stands at the end of the bar. */
export const topBar = (current?: Site, search?: Html): Html => html`<div class="site-bar">
<nav aria-label="Sites"><a class="brand" href="${DOCS_PATHS.guides}">${brandMark}<span>Owner API</span></a>
<ul>
${Object.entries(SITES).map(([site, { path, name, ...rest }]) => html`<li><a href="${path}"${site === current ? html` aria-current="true"` : ''}>${name}${'more' in rest ? html`<span>${rest.more}</span>` : ''}</a></li>`)}
</ul></nav>
${search}
</div>`;
