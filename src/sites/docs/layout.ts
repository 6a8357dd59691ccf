// The documentation's static files, and its pages as HTML: navigation, search field, content.
import { html, raw } from 'hono/html';
import { DOCS_PATHS } from '../../paths.ts';
import { frame, type Html, prose, type Site, TOKEN_FIELD, topBar } from '../pages/frame.ts';
import {
  COPY_SCRIPT,
  createStaticAssets,
  ICON,
  TEXT_STYLES,
  TOKEN_SCRIPT,
} from '../pages/static-assets.ts';
import { MAX_QUERY_LENGTH } from './assets/rank-entries.js';
import type { Page } from './page.ts';
import type { Rendered } from './render.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Browsers load it too: it has the class as default export. */
const MINISEARCH = new URL(import.meta.resolve('minisearch'));

export const DOCS_ASSETS = createStaticAssets(DOCS_PATHS.assets, {
  style: [...TEXT_STYLES, file('search.css'), file('example.css'), file('docs.css')],
  icon: [ICON],
  script: [COPY_SCRIPT, file('page.js'), file('search.js')],
  run: [TOKEN_SCRIPT, file('run.js')],
  ranking: [MINISEARCH, file('rank-entries.js')],
});

interface Link {
  readonly href: string;
  readonly title: string;
  readonly isCurrent?: boolean;
  /** The current page's sections. */
  readonly parts?: readonly Link[] | undefined;
}

interface Framed {
  /** Highlighted in the top bar. */
  readonly site: Site;
  readonly title: string;
  /** Groups of links beside the content; a script highlights the section being read. */
  readonly contents?: Readonly<Record<string, readonly Link[] | undefined>>;
  readonly content: Html;
}

/** Title, summary and content, with links to the other pages of the site. */
export function pageHtml(
  page: Page,
  { content, headings }: Rendered,
  pages: readonly Page[],
): Html {
  const { site, title, summary } = page;
  return layout({
    site,
    title,
    contents: contentsOf(page, headings, pages),
    content: html`<h1>${title}</h1>
${summary && html`<p class="lead">${prose(summary)}</p>`}
${raw(content)}`,
  });
}

/** By heading: the pages of the site in the same version, with the page's sections, and other versions. */
function contentsOf(page: Page, headings: Rendered['headings'], pages: readonly Page[]) {
  const link = (one: Page, title = one.title): Link => ({
    href: one.path,
    title,
    isCurrent: one === page,
    ...(one === page && {
      parts: headings.map(({ id, title }) => ({ href: `#${id}`, title })),
    }),
  });
  const ofSite = pages.filter(({ site }) => site === page.site);
  const { same = [], others = [] } = Object.groupBy(ofSite, ({ version }) =>
    version === page.version ? 'same' : 'others',
  );
  const groups = new Set(same.map(({ group }) => group));
  const firsts = others.filter(({ group }) => group === '');
  return {
    ...Object.fromEntries(
      [...groups].map((group) => [
        group,
        same.filter((one) => one.group === group).map((one) => link(one)),
      ]),
    ),
    ...(firsts.length > 0 && {
      'Other versions': firsts.map((one) => link(one, one.version)),
    }),
  };
}

/** A page in its frame. */
export function layout({ site, title, contents, content }: Framed): Html {
  const { script, run } = DOCS_ASSETS.paths;
  // On a test deployment, figures include what its script sends.
  const runs = String(content).includes(' data-run="');
  const main = html`<main id="content" tabindex="-1" class="${site}">
${content}
</main>`;
  return frame({
    title,
    assets: DOCS_ASSETS.paths,
    scripts: runs ? [script, run] : [script],
    body: html`${topBar(site, SEARCH_FIELD)}
${contents ? html`<div class="columns">${navigation(contents)}${main}</div>` : main}
${runs && runPanel}`,
  });
}

const navigation = (contents: NonNullable<Framed['contents']>) =>
  html`<nav class="contents" aria-label="Pages"><details><summary>Pages</summary>
${Object.entries(contents).map(
  ([title, links = []]) => html`${title && html`<p class="group">${title}</p>`}
${linkList(links)}`,
)}
</details></nav>
`;

const linkList = (links: readonly Link[]): Html => html`<ul>
${links.map(
  ({ href, title, isCurrent, parts }) => html`<li>
<a href="${href}"${isCurrent && html` aria-current="page"`}>${title}</a>
${parts && linkList(parts)}
</li>`,
)}
</ul>
`;

/** What the script shows below an example that the reader runs. */
const runPanel = html`<div hidden>${TOKEN_FIELD}</div>
<template id="run-panel"><div class="run"><p class="run-title" tabindex="-1"></p>
<form><p class="run-note">This request changes data of this test deployment.</p>
<label>Path<textarea name="path" spellcheck="false" autocapitalize="off"></textarea></label>
<label>Headers (besides the token)<textarea name="headers" spellcheck="false" autocapitalize="off"></textarea></label>
<label>Query<textarea name="query" spellcheck="false" autocapitalize="off"></textarea></label>
<label>Variables<textarea name="variables" spellcheck="false" autocapitalize="off"></textarea></label>
<label>Body<textarea name="body" spellcheck="false" autocapitalize="off"></textarea></label>
<div class="run-buttons">
<button type="submit">Send</button>
<button type="button" hidden>Stop</button>
<p class="run-state" role="status"></p>
</div>
</form>
<div class="run-answer" hidden>
<details><summary></summary><pre tabindex="0"></pre></details>
<pre tabindex="0"></pre>
<p></p>
</div>
</div></template>`;

const SEARCH_FIELD = html`<form class="search" role="search"
  data-index="${DOCS_PATHS.searchIndex}" data-rank="${DOCS_ASSETS.paths.ranking}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search"
  maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" aria-keyshortcuts="/">
<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/></svg>
<div class="results" hidden><p role="status"></p><ul class="found"></ul></div>
</form>`;
