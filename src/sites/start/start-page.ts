// The start page: a sentence about the service, a first request on each surface, links; the same links as JSON.
import { html } from 'hono/html';
import { DEMO_IDS } from '../../demo/demo-ids.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, OPENAPI_PATH, productPath } from '../../paths.ts';
import { frame, type Html, SERVICE_NAME } from '../pages/frame.ts';
import { ASSETS } from '../pages/page-assets.ts';
import { topBar } from '../pages/top-bar.ts';

const LINKS = [
  {
    key: 'guides',
    path: DOCS_PATHS.guides,
    name: 'Docs',
    text: 'Guides: first request, tokens, errors, retries, versions',
  },
  {
    key: 'restReference',
    path: DOCS_PATHS.rest,
    name: 'REST reference',
    text: 'Operations, fields and errors, with examples',
  },
  {
    key: 'graphqlReference',
    path: DOCS_PATHS.graphql,
    name: 'GraphQL reference',
    text: 'Operations, types and fields, with examples',
  },
  {
    key: 'changelog',
    path: DOCS_PATHS.changelog,
    name: 'Changelog',
    text: 'Every version with its changes',
  },
  { key: 'graphiql', path: GRAPHQL_PATH, name: 'GraphiQL', text: 'Write and run queries, with examples' },
  {
    key: 'dashboard',
    path: DASHBOARD_PATHS.settings,
    name: 'Dashboard',
    text: 'Create, roll and revoke tokens; usage and refused requests',
  },
  { key: 'openapi', path: OPENAPI_PATH, name: 'OpenAPI document', text: 'REST for generators, 3.1' },
  { key: 'schema', path: DOCS_PATHS.sdl, name: 'GraphQL schema', text: 'SDL for generators' },
] as const;

const SUMMARY =
  'Owners manage products and bundles and read rentals, over REST and over GraphQL: the same operations, the same rules.';

/** For a client that does not prefer HTML; `origin` is the public origin of the service. */
export const startLinks = (origin: string) => ({
  name: SERVICE_NAME,
  summary: SUMMARY,
  endpoints: { rest: `${origin}${API_BASE_PATH}`, graphql: `${origin}${GRAPHQL_PATH}` },
  links: Object.fromEntries(LINKS.map(({ key, path }) => [key, `${origin}${path}`])),
});

export const startPage = (origin: string): Html =>
  frame({
    assets: ASSETS.paths,
    scripts: [ASSETS.paths.copy],
    body: html`${topBar()}
<main id="content" tabindex="-1">
<h1>${SERVICE_NAME}</h1>
<p class="lead">${SUMMARY}</p>
<h2>First request</h2>
<p>Create a token in the <a href="${DASHBOARD_PATHS.settings}">dashboard</a> and put it into a variable. Where the demo data is loaded, product ${DEMO_IDS.products.tent} exists and <code>npm start</code> has printed a token.</p>
${commands(origin).map(({ title, text }) => html`<figure class="block"><figcaption class="head">${title}</figcaption><pre tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre></figure>`)}
<h2>Links</h2>
<ul class="links">
${LINKS.map(({ path, name, text }) => html`<li><a href="${path}"><strong>${name}</strong></a><span>${text}</span></li>`)}
</ul>
</main>`,
  });

const commands = (origin: string) => [
  { title: 'Token', text: "TOKEN='svc_…'" },
  {
    title: 'REST',
    text: `curl -H "Authorization: Bearer $TOKEN" ${origin}${productPath(DEMO_IDS.products.tent)}`,
  },
  {
    title: 'GraphQL',
    text: `curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{"query":"{ product(id: ${DEMO_IDS.products.tent}) { id title rent online } }"}' \\
  ${origin}${GRAPHQL_PATH}`,
  },
];
