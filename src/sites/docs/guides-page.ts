// The front page of the documentation, the page of each guide, and the guides as lists for programs (llmstxt.org).
import { html } from 'hono/html';
import { DEMO_IDS } from '../../demo/demo-data.ts';
import {
  API_BASE_PATH,
  DOCS_PATHS,
  GRAPHQL_PATH,
  LLMS_PATHS,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
} from '../../paths.ts';
import { type Html, prose, SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import type { Example } from './examples/example.ts';
import type { ExampleFigures } from './examples/example-figures.ts';
import type { RenderedGuide } from './guides/render-guide.ts';
import { linksTo, type Page } from './layout.ts';

/** The guides in order: each is a file in `guides/`. */
const GUIDE_GROUPS = [
  { title: 'First steps', ids: ['first-request', 'tokens', 'errors', 'typical-mistakes'] },
  {
    title: 'Every request',
    ids: ['rate-limits', 'retries', 'caching', 'limits', 'versions', 'not-supported'],
  },
  { title: 'Your client', ids: ['clients', 'front-end', 'other-clients', 'test-your-client'] },
  { title: 'Tasks', ids: ['importer', 'leaked-token'] },
] as const;

export type GuideId = (typeof GUIDE_GROUPS)[number]['ids'][number];

export const GUIDES = GUIDE_GROUPS.flatMap<GuideId>(({ ids }) => ids);

const MOVED: readonly (readonly [from: string, to: GuideId])[] = [
  ['throttling', 'rate-limits'],
  ['not-there', 'not-supported'],
  ['relay', 'other-clients'],
  ['vue', 'other-clients'],
  ['plain-fetch', 'other-clients'],
];

/** Guides that moved, by their former address, as pages and as Markdown. */
export const MOVED_GUIDES: ReadonlyMap<string, string> = new Map([
  [DOCS_PATHS.guide('names'), DOCS_PATHS.rest],
  ...MOVED.map(([from, to]) => [DOCS_PATHS.guide(from), DOCS_PATHS.guide(to)] as const),
  ...MOVED.map(
    ([from, to]) => [DOCS_PATHS.guideMarkdown(from), DOCS_PATHS.guideMarkdown(to)] as const,
  ),
]);

type Guides = ReadonlyMap<GuideId, RenderedGuide>;

/** The three ways to start. */
const WAYS = [
  [DOCS_PATHS.rest, 'REST', 'Every operation, field and error of each version, with examples.'],
  [
    DOCS_PATHS.graphql,
    'GraphQL',
    'Every operation and type, with examples, and GraphiQL to try them.',
  ],
  [
    DOCS_PATHS.guide('tokens'),
    'Operate a token',
    'Create, roll and revoke tokens in the dashboard, and see what they did.',
  ],
] as const;

/** Reads a product of the demo data. */
const FIRST_EXAMPLE: Example = {
  id: 'first-example',
  label: 'Read a product',
  operation: 'readProduct',
  target: DEMO_IDS.products.tent,
  fields: 'title rent stockType online',
};

export const guidesPage = (origin: string, guides: Guides, figures: ExampleFigures): Page => ({
  site: 'docs',
  title: 'Docs',
  markdown: LLMS_PATHS.index,
  content: html`<h1>${SERVICE_NAME}</h1>
<p class="lead">${SERVICE_SUMMARY}</p>
<p>You read products, bundles and rentals by ID. No operation lists them, so store the IDs that creates return.</p>
${figures.show(FIRST_EXAMPLE)}
<p>New here? Start with the <a href="${DOCS_PATHS.guide('first-request')}">first request</a>. Base URLs: <code>${origin}${API_BASE_PATH}</code> for REST,
<code>${origin}${GRAPHQL_PATH}</code> for GraphQL.</p>
<ul class="cards">${WAYS.map(([path, name, text]) => html`<li><h2><a href="${path}">${name}</a></h2><p>${text}</p></li>`)}</ul>
<h2 id="guides"><a href="#guides">Guides</a></h2>
${GUIDE_GROUPS.map(
  ({ title, ids }) => html`<h3>${title}</h3>
<ul class="guides">${ids.map((id) => entry(guides, id))}</ul>`,
)}
<h2 id="files"><a href="#files">For your tools</a></h2>
<ul class="guides">${FILES.map(([path, name, text]) => html`<li><a href="${path}">${name}</a> ${text}</li>`)}</ul>`,
});

const FILES = [
  [OPENAPI_PATH, 'OpenAPI document', 'OpenAPI 3.1 for generators and test tools.'],
  [OPENAPI_YAML_PATH, 'OpenAPI document in YAML', 'The same document, easier to read.'],
  [DOCS_PATHS.sdl, 'GraphQL schema', 'SDL for generators.'],
  [DOCS_PATHS.changelogFeed, 'Changelog feed', 'The changelog for feed readers (Atom).'],
  [LLMS_PATHS.index, 'llms.txt', 'All guides as Markdown.'],
] as const;

const link = (guides: Guides, id: GuideId, rel?: 'prev' | 'next'): Html =>
  html`<a href="${DOCS_PATHS.guide(id)}"${rel && html` rel="${rel}"`}>${guides.get(id)?.title}</a>`;

/**
 * The guides used to be one page: its anchors are next to the guide that now has them, and a script redirects from
 * there.
 */
const entry = (guides: Guides, id: GuideId): Html =>
  html`<li id="${id}">${link(guides, id)} ${prose(guides.get(id)?.summary ?? '')}
${[...String(guides.get(id)?.content).matchAll(/ id="([^"]+)"/g)].map(([, anchor]) => html`<span id="${anchor}"></span>`)}</li>`;

/** A guide's page, with links to all guides, to its sections, and to the previous and next guide. */
export function guidePage(guides: Guides, id: GuideId): Page {
  const { title, summary, content, headings } = guides.get(id) as RenderedGuide;
  const place = GUIDES.indexOf(id);
  const turn = (to: GuideId | undefined, rel: 'prev' | 'next', name: string) =>
    to && html`<p class="${rel}"><span>${name}</span> ${link(guides, to, rel)}</p>`;
  return {
    site: 'docs',
    title,
    markdown: DOCS_PATHS.guideMarkdown(id),
    nameOfContents: 'Guides',
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
<nav class="turn" aria-label="Next guides">${turn(GUIDES[place - 1], 'prev', 'Previous')}${turn(GUIDES[place + 1], 'next', 'Next')}</nav>`,
  };
}

/** The contents of the documentation as a list of links. */
export function llmsText(origin: string, guides: Guides): string {
  const link = (path: string, name: string, text: string) =>
    `- [${name}](${origin}${path}): ${text}`;
  const section = (title: string, links: readonly string[]) =>
    `## ${title}\n\n${links.join('\n')}\n`;
  const guide = (id: GuideId) => {
    const { title = '', summary = '' } = guides.get(id) ?? {};
    return link(DOCS_PATHS.guideMarkdown(id), title, summary);
  };
  return [
    `# ${SERVICE_NAME}\n\n> ${SERVICE_SUMMARY}\n`,
    `Base URLs: ${origin}${API_BASE_PATH} (REST) and ${origin}${GRAPHQL_PATH} (GraphQL).\n`,
    ...GUIDE_GROUPS.map(({ title, ids }) => section(title, ids.map(guide))),
    section('References', [
      link(
        OPENAPI_YAML_PATH,
        'OpenAPI document',
        'operations, fields and errors of REST, with examples',
      ),
      link(DOCS_PATHS.sdl, 'GraphQL schema', 'operations, types and fields of GraphQL'),
      link(DOCS_PATHS.changelogFeed, 'Changelog', 'what each version changed, as an Atom feed'),
    ]),
    section('Optional', [link(LLMS_PATHS.full, 'All guides', 'in one text')]),
  ].join('\n');
}

/** `contents` is the list of links. */
export const llmsFullText = (contents: string, guides: Guides): string =>
  [contents, ...[...guides.values()].map(({ markdown }) => markdown?.() ?? '')].join('\n');
