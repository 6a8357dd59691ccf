// The documentation's static files, and its pages as HTML: navigation, search field, content.
import { html, raw } from 'hono/html';
import { DOCS_PATHS } from '../../paths.ts';
import { frame, type Html, prose, type Site, TOKEN_FIELD, topBar } from '../pages/frame.ts';
import {
  asset,
  assetsBeside,
  COPY_SCRIPT,
  TEXT_STYLES,
  TOKEN_SCRIPT,
} from '../pages/static-assets.ts';
import { MAX_QUERY_LENGTH } from './assets/rank-entries.js';
import type { DocsSource, Page } from './page.ts';
import { renderPage } from './render.ts';

const file = assetsBeside(import.meta.url);

/** Browsers load it too: it has the class as default export. */
const MINISEARCH = new URL(import.meta.resolve('minisearch'));

const style = asset(
  ...TEXT_STYLES,
  file('search.css'),
  file('example.css'),
  file('docs.css'),
);
const script = asset(COPY_SCRIPT, file('page.js'), file('search.js'));
const run = asset(TOKEN_SCRIPT, file('run.js'));
const ranking = asset(MINISEARCH, file('rank-entries.js'));

/**
 * Title, summary and content; beside it the pages of the site in the same version, with the page's sections, and the
 * first pages of other versions.
 */
export function pageHtml(source: DocsSource, page: Page, pages: readonly Page[]) {
  const { site, title, summary } = page;
  const { content, headings } = renderPage(source, page);
  const main = html`<h1>${title}</h1>
${summary && html`<p class="lead">${prose(summary)}</p>`}
${raw(content)}`;
  const sections = headings.map(
    ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
  );
  const ofVersion = ({ version }: Page) => version === page.version;
  const shown = pages
    .filter((one) => one.site === site && (ofVersion(one) || one.group === ''))
    .toSorted((a, b) => Number(ofVersion(b)) - Number(ofVersion(a)));
  const groups = Object.groupBy(shown, (one) =>
    ofVersion(one) ? one.group : 'Other versions',
  );
  const link = (one: Page) => html`<li>
<a href="${one.path}"${one === page && html` aria-current="page"`}>${ofVersion(one) ? one.title : one.version}</a>
${one === page && html`<ul>${sections}</ul>`}
</li>`;
  const navigation = html`<nav class="contents" aria-label="Pages"><details><summary>Pages</summary>
${Object.entries(groups).map(
  ([group, all = []]) => html`${group && html`<p class="group">${group}</p>`}
<ul>${all.map(link)}</ul>`,
)}
</details></nav>
`;
  return layout(site, title, main, navigation);
}

/** A page in its frame; `site` is highlighted in the top bar. */
export function layout(site: Site, title: string, content: Html, beside?: Html) {
  // On a test deployment, figures include what its script sends.
  const runs = String(content).includes(' data-run="');
  const main = html`<main id="content" tabindex="-1" class="${site}">
${content}
</main>`;
  return frame({
    title,
    style,
    scripts: runs ? [script, run] : [script],
    body: html`${topBar(site, SEARCH_FIELD)}
${beside ? html`<div class="columns">${beside}${main}</div>` : main}
${runs && runPanel}`,
  });
}

/** What the script shows below an example that the reader runs. */
const runPanel = html`<div hidden>${TOKEN_FIELD}</div>
<template id="run-panel"><div class="run"><p class="run-title" tabindex="-1"></p>
<form><p class="run-note">This request changes data on this test deployment.</p>
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
  data-index="${DOCS_PATHS.searchIndex}" data-rank="${ranking}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search"
  maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" aria-keyshortcuts="/">
<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/></svg>
<div class="results" tabindex="-1" hidden><p role="status"></p><ul class="found"></ul></div>
</form>`;
