// The documentation's static files, and the layout of its pages: navigation, search field, content.
import { html } from 'hono/html';
import { DOCS_PATHS } from '../../paths.ts';
import { frame, type Html, type Site, TOKEN_FIELD, topBar } from '../pages/frame.ts';
import {
  COPY_SCRIPT,
  createStaticAssets,
  ICON,
  TEXT_STYLES,
  TOKEN_SCRIPT,
} from '../pages/static-assets.ts';
import { MAX_QUERY_LENGTH } from './assets/rank-entries.js';

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

export interface Link {
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
  readonly contents?: readonly { readonly title: string; readonly links: readonly Link[] }[];
  readonly content: Html;
  /** The path of the same content as Markdown. */
  readonly markdown?: string;
}

/** A page in its frame. */
export function layout({ site, title, contents, content, markdown }: Framed): Html {
  const { script, run } = DOCS_ASSETS.paths;
  // On a test deployment, figures include what its script sends.
  const runs = String(content).includes(' data-run="');
  const main = html`<main id="content" tabindex="-1" class="${site}">
${content}
</main>`;
  return frame({
    title,
    assets: DOCS_ASSETS.paths,
    markdown,
    scripts: runs ? [script, run] : [script],
    body: html`${topBar(site, SEARCH_FIELD)}
${contents ? html`<div class="columns">${navigation(contents)}${main}</div>` : main}
${runs && runPanel}`,
  });
}

const navigation = (contents: NonNullable<Framed['contents']>) =>
  html`<nav class="contents" aria-label="Pages"><details><summary>Pages</summary>
${contents.map(
  ({ title, links }) => html`${title && html`<p class="group">${title}</p>`}
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

const RUN_FIELDS = {
  path: 'Path',
  headers: 'Headers (besides the token)',
  query: 'Query',
  variables: 'Variables',
  body: 'Body',
};

/** What the script shows below an example that the reader runs. */
const runPanel = html`<div hidden>${TOKEN_FIELD}</div>
<template id="run-panel"><div class="run"><p class="run-title" tabindex="-1"></p>
<form><p class="run-note">This request changes data of this test deployment.</p>
${Object.entries(RUN_FIELDS).map(
  ([name, label]) =>
    html`<label>${label}<textarea name="${name}" spellcheck="false" autocapitalize="off"></textarea></label>`,
)}
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
