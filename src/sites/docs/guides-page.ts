// The guides as pages: the front page with what to read first, the page of each guide; and as lists for programs (llmstxt.org).
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
import { type Html, prose, SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import type { RenderedGuide } from './guides/render-guide.ts';
import { linksTo, type Page } from './layout.ts';

/** The guides in order: each is a file in `guides/`. */
const GUIDE_GROUPS = [
  { title: 'First steps', ids: ['first-request', 'tokens', 'leaked-token', 'errors', 'typical-mistakes'] },
  { title: 'Every request', ids: ['caching', 'throttling', 'limits', 'retries', 'versions', 'names', 'not-there'] },
  { title: 'Your client', ids: ['test-your-client', 'clients', 'importer'] },
  { title: 'Front ends', ids: ['front-end', 'relay', 'vue', 'plain-fetch'] },
] as const;

export type GuideId = (typeof GUIDE_GROUPS)[number]['ids'][number];

export const GUIDES = GUIDE_GROUPS.flatMap<GuideId>(({ ids }) => ids);

type Guides = ReadonlyMap<GuideId, RenderedGuide>;

/** Who reads, the guides to begin with, and what follows them. */
const READERS: readonly [who: string, ids: readonly GuideId[], path: string, name: string][] = [
  ['You connect a program over REST', ['first-request', 'errors', 'retries'], DOCS_PATHS.rest, 'REST reference'],
  ['You build a front end over GraphQL', ['first-request', 'front-end', 'clients'], GRAPHQL_PATH, 'GraphiQL'],
  ['You bring many products', ['importer', 'throttling', 'limits'], DASHBOARD_PATHS.usage, 'Usage in the dashboard'],
  [
    'You have a client that does not work',
    ['typical-mistakes', 'errors', 'test-your-client'],
    DASHBOARD_PATHS.requests,
    'Refused requests in the dashboard',
  ],
  ['You keep an older client running', ['versions', 'names', 'caching'], DOCS_PATHS.changelog, 'Changelog'],
  [
    'You set up third-party access',
    ['tokens', 'leaked-token', 'test-your-client'],
    DASHBOARD_PATHS.settings,
    'Dashboard',
  ],
];

export const guidesPage = (origin: string, guides: Guides): Page => ({
  site: 'docs',
  title: 'Docs',
  markdown: LLMS_PATHS.index,
  content: html`<h1>${SERVICE_NAME}</h1>
<p class="lead">${SERVICE_SUMMARY}</p>
<p>Base URL of REST: <code>${origin}${API_BASE_PATH}</code>, of GraphQL: <code>${origin}${GRAPHQL_PATH}</code>. Create a token in the <a href="${DASHBOARD_PATHS.settings}">dashboard</a>, and send the <a href="${DOCS_PATHS.guide('first-request')}">first request</a>.</p>
<h2 id="start"><a href="#start">What to read first</a></h2>
<ul class="cards">${READERS.map(
    ([who, ids, path, name]) => html`<li><h3>${who}</h3>
<ol>${ids.map((id) => html`<li>${link(guides, id)}</li>`)}<li><a href="${path}">${name}</a></li></ol></li>`,
  )}</ul>
<h2 id="guides"><a href="#guides">All guides</a></h2>
${GUIDE_GROUPS.map(
  ({ title, ids }) => html`<h3>${title}</h3>
<ul class="guides">${ids.map((id) => entry(guides, id))}</ul>`,
)}
<h2 id="references"><a href="#references">References</a></h2>
<ul class="guides">${REFERENCES.map(([path, name, text]) => html`<li><a href="${path}">${name}</a> ${text}</li>`)}</ul>`,
});

const REFERENCES = [
  [DOCS_PATHS.rest, 'REST reference', 'Operations, fields and errors of each version, with examples.'],
  [DOCS_PATHS.graphql, 'GraphQL reference', 'Operations, types and fields, with examples.'],
  [DOCS_PATHS.changelog, 'Changelog', 'What each version changed, with examples.'],
  [DOCS_PATHS.changelogFeed, 'Atom feed', 'The changelog, for a feed reader.'],
  [OPENAPI_PATH, 'OpenAPI document', 'REST for generators, 3.1.'],
  [OPENAPI_YAML_PATH, 'OpenAPI document in YAML', 'The same, to read.'],
  [DOCS_PATHS.sdl, 'GraphQL schema', 'SDL for generators.'],
  [LLMS_PATHS.index, 'llms.txt', 'All guides as Markdown, for programs that read them.'],
] as const;

const link = (guides: Guides, id: GuideId, rel?: 'prev' | 'next'): Html =>
  html`<a href="${DOCS_PATHS.guide(id)}"${rel && html` rel="${rel}"`}>${guides.get(id)?.title}</a>`;

/** All guides were one page: its anchors stand beside the guide that has them now, from where a script leads on. */
const entry = (guides: Guides, id: GuideId): Html =>
  html`<li id="${id}">${link(guides, id)} ${prose(guides.get(id)?.summary ?? '')}
${[...String(guides.get(id)?.content).matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => html`<span id="${anchor}"></span>`)}</li>`;

/** The page of a guide: beside it all guides with its own sections, below it the guides before and after it. */
export function guidePage(guides: Guides, id: GuideId): Page {
  const { title, summary, content, headings } = guides.get(id) as RenderedGuide;
  const place = GUIDES.indexOf(id);
  const turn = (to: GuideId | undefined, rel: 'prev' | 'next', name: string) =>
    to && html`<p class="${rel}"><span>${name}</span> ${link(guides, to, rel)}</p>`;
  return {
    site: 'docs',
    title,
    markdown: DOCS_PATHS.guideMarkdown(id),
    nameOfContents: 'All guides',
    contents: GUIDE_GROUPS.map((group) => ({
      title: group.title,
      links: group.ids.map((one) => ({
        href: DOCS_PATHS.guide(one),
        title: guides.get(one)?.title ?? '',
        ...(one === id && { current: 'page', parts: linksTo(headings) }),
      })),
    })),
    content: html`<h1>${title}</h1>
<p class="lead">${prose(summary)}</p>
${content}
<nav class="turn" aria-label="Next guides">${turn(GUIDES[place - 1], 'prev', 'Before')}${turn(GUIDES[place + 1], 'next', 'Next')}</nav>`,
  };
}

/** The contents of the documentation as a list of links. */
export function llmsText(origin: string, guides: Guides): string {
  const link = (path: string, name: string, text: string) => `- [${name}](${origin}${path}): ${text}`;
  const section = (title: string, links: readonly string[]) => `## ${title}\n\n${links.join('\n')}\n`;
  const guide = (id: GuideId) => {
    const { title = '', summary = '' } = guides.get(id) ?? {};
    return link(DOCS_PATHS.guideMarkdown(id), title, summary);
  };
  return [
    `# ${SERVICE_NAME}\n\n> ${SERVICE_SUMMARY}\n`,
    `Base URLs: ${origin}${API_BASE_PATH} (REST) and ${origin}${GRAPHQL_PATH} (GraphQL).\n`,
    ...GUIDE_GROUPS.map(({ title, ids }) => section(title, ids.map(guide))),
    section('References', [
      link(OPENAPI_YAML_PATH, 'OpenAPI document', 'operations, fields and errors of REST, with examples'),
      link(DOCS_PATHS.sdl, 'GraphQL schema', 'operations, types and fields of GraphQL'),
      link(DOCS_PATHS.changelogFeed, 'Changelog', 'what each version changed, as an Atom feed'),
    ]),
    section('Optional', [link(LLMS_PATHS.full, 'All guides', 'in one text')]),
  ].join('\n');
}

/** `contents` is the list of links. */
export const llmsFullText = (contents: string, guides: Guides): string =>
  [contents, ...[...guides.values()].map(({ markdown }) => markdown?.() ?? '')].join('\n');
