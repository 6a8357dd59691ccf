// The front page of the documentation: what to read first, every guide with a sentence, the references.
import { html } from 'hono/html';
import {
  API_BASE_PATH,
  DASHBOARD_PATHS,
  DOCS_PATHS,
  GRAPHQL_PATH,
  LLMS_PATHS,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
} from '../../paths.ts';
import { type Html, SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import type { Guide } from './guides/render-guide.ts';
import { type Page, prose } from './layout.ts';

/** The guides in order: each is a file in `guides/`. */
export const GUIDE_GROUPS = [
  { title: 'First steps', ids: ['first-request', 'tokens', 'leaked-token', 'errors', 'typical-mistakes'] },
  { title: 'Every request', ids: ['caching', 'throttling', 'limits', 'retries', 'versions', 'names', 'not-there'] },
  { title: 'Your client', ids: ['test-your-client', 'clients', 'importer'] },
  { title: 'Front ends', ids: ['front-end', 'relay', 'vue', 'plain-fetch'] },
] as const;

export type GuideId = (typeof GUIDE_GROUPS)[number]['ids'][number];

export const GUIDES = GUIDE_GROUPS.flatMap<GuideId>(({ ids }) => ids);

interface Reader {
  readonly who: string;
  readonly guides: readonly GuideId[];
  readonly next: { readonly path: string; readonly name: string };
}

const READERS: readonly Reader[] = [
  {
    who: 'You connect a program over REST',
    guides: ['first-request', 'errors', 'retries'],
    next: { path: DOCS_PATHS.rest, name: 'REST reference' },
  },
  {
    who: 'You build a front end over GraphQL',
    guides: ['first-request', 'front-end', 'clients'],
    next: { path: GRAPHQL_PATH, name: 'GraphiQL' },
  },
  {
    who: 'You bring many products',
    guides: ['importer', 'throttling', 'limits'],
    next: { path: DASHBOARD_PATHS.usage, name: 'Usage in the dashboard' },
  },
  {
    who: 'You have a client that does not work',
    guides: ['typical-mistakes', 'errors', 'test-your-client'],
    next: { path: DASHBOARD_PATHS.requests, name: 'Refused requests in the dashboard' },
  },
  {
    who: 'You keep an older client running',
    guides: ['versions', 'names', 'caching'],
    next: { path: DOCS_PATHS.changelog, name: 'Changelog' },
  },
  {
    who: 'You set up third-party access',
    guides: ['tokens', 'leaked-token', 'test-your-client'],
    next: { path: DASHBOARD_PATHS.settings, name: 'Dashboard' },
  },
];

export const guidesPage = (origin: string, guides: ReadonlyMap<GuideId, Guide>): Page => ({
  site: 'docs',
  title: 'Docs',
  markdown: LLMS_PATHS.index,
  content: html`<main id="content" tabindex="-1">
<h1>${SERVICE_NAME}</h1>
<p class="lead">${SERVICE_SUMMARY}</p>
<p>Base URL of REST: <code>${origin}${API_BASE_PATH}</code>, of GraphQL: <code>${origin}${GRAPHQL_PATH}</code>. Create a token in the <a href="${DASHBOARD_PATHS.settings}">dashboard</a>, and send the ${link(guides, 'first-request', 'first request')}.</p>
<h2 id="start"><a href="#start">What to read first</a></h2>
<ul class="cards">${READERS.map(
    ({ who, guides: ids, next }) => html`<li><h3>${who}</h3>
<ol>${ids.map((id) => html`<li>${link(guides, id)}</li>`)}<li><a href="${next.path}">${next.name}</a></li></ol></li>`,
  )}</ul>
<h2 id="guides"><a href="#guides">All guides</a></h2>
${GUIDE_GROUPS.map(
  ({ title, ids }) => html`<h3>${title}</h3>
<ul class="guides">${ids.map((id) => entry(guides, id))}</ul>`,
)}
<h2 id="references"><a href="#references">References</a></h2>
<ul class="guides">${REFERENCES.map(({ path, name, text }) => html`<li><a href="${path}">${name}</a> ${text}</li>`)}</ul>
</main>`,
  scripts: [ASSETS.paths.front],
});

const REFERENCES = [
  {
    path: DOCS_PATHS.rest,
    name: 'REST reference',
    text: 'Operations, fields and errors of each version, with examples.',
  },
  { path: DOCS_PATHS.graphql, name: 'GraphQL reference', text: 'Operations, types and fields, with examples.' },
  { path: DOCS_PATHS.changelog, name: 'Changelog', text: 'What each version changed, with examples.' },
  { path: DOCS_PATHS.changelogFeed, name: 'Atom feed', text: 'The changelog, for a feed reader.' },
  { path: OPENAPI_PATH, name: 'OpenAPI document', text: 'REST for generators, 3.1.' },
  { path: OPENAPI_YAML_PATH, name: 'OpenAPI document in YAML', text: 'The same, to read.' },
  { path: DOCS_PATHS.sdl, name: 'GraphQL schema', text: 'SDL for generators.' },
  { path: LLMS_PATHS.index, name: 'llms.txt', text: 'All guides as Markdown, for programs that read them.' },
];

const link = (guides: ReadonlyMap<GuideId, Guide>, id: GuideId, text = guides.get(id)?.title): Html =>
  html`<a href="${DOCS_PATHS.guide(id)}">${text}</a>`;

/** All guides were one page: its anchors stand beside the guide that has them now, where a script leads on. */
const entry = (guides: ReadonlyMap<GuideId, Guide>, id: GuideId): Html =>
  html`<li id="${id}" data-page="${DOCS_PATHS.guide(id)}">${link(guides, id)} ${prose(guides.get(id)?.summary ?? '')}
${[...String(guides.get(id)?.content).matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => html`<span id="${anchor}"></span>`)}</li>`;
