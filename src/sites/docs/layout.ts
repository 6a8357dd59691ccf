// The static files of the documentation, and the layout of its pages: navigation, search, contents, code, tables.
import { findPackageJSON } from 'node:module';
import { pathToFileURL } from 'node:url';
import { html, raw } from 'hono/html';
import { marked } from 'marked';
import { DOCS_PATHS } from '../../paths.ts';
import { frame, type Html, type Site, tokenField, topBar } from '../pages/frame.ts';
import { COPY_SCRIPT, createStaticAssets, ICON, TEXT_STYLES, TOKEN_SCRIPT } from '../pages/static-assets.ts';
import { MAX_QUERY_LENGTH } from './assets/rank-entries.js';
import { highlighted } from './highlight.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** Its module for browsers, which exports the class by default. */
const MINISEARCH = new URL('dist/es/index.js', pathToFileURL(findPackageJSON('minisearch', import.meta.url) ?? ''));

export const ASSETS = createStaticAssets(DOCS_PATHS.assets, {
  style: [...TEXT_STYLES, file('search.css'), file('example.css'), file('docs.css')],
  icon: [ICON],
  front: [file('lead-on.js')],
  page: [COPY_SCRIPT, file('follow-contents.js'), file('page.js')],
  token: [TOKEN_SCRIPT],
  run: [file('run.js')],
  search: [file('search.js')],
  ranking: [MINISEARCH, file('rank-entries.js')],
});

export interface Page {
  /** Marked in the bar of links. */
  readonly site: Site;
  readonly title: string;
  /** The query in the field of the search. */
  readonly query?: string;
  readonly content: Html;
  /** The path of the same content as Markdown. */
  readonly markdown?: string;
  readonly scripts?: readonly string[];
  /** Absent: 200. */
  readonly status?: 500;
}

/** A page in its frame. `searchIndex` is the path of the entries that the search loads. */
export function layout({ site, title, query, content, markdown, scripts = [] }: Page, searchIndex: string): Html {
  // The figures of a test deployment have what its script sends.
  const runs = String(content).includes(' data-run="');
  return frame({
    title,
    assets: ASSETS.paths,
    feed: DOCS_PATHS.changelogFeed,
    markdown,
    scripts: [ASSETS.paths.search, ...scripts, ...(runs ? [ASSETS.paths.token, ASSETS.paths.run] : [])],
    body: html`${topBar(site, searchField(searchIndex, query))}
${content}
${runs && runPanel}`,
  });
}

/** The text below the field while it is empty. */
const TOKEN_NOTE = 'A request needs a token: create one, if you are signed in to the dashboard, or paste one.';

/** What the script shows below an example, once it is to be run. */
const runPanel = html`<div hidden>${tokenField(TOKEN_NOTE, true)}</div>
<template id="run-panel"><div class="run"><p class="run-title" tabindex="-1"></p>
<form><p class="run-note">This request writes: it changes the data of this test deployment.</p>
${Object.entries({ path: 'Path', headers: 'Headers, beside the token', query: 'Query', variables: 'Variables', body: 'Body' }).map(([name, label]) => html`<label>${label}<textarea name="${name}" spellcheck="false" autocapitalize="off"></textarea></label>`)}
<div class="run-buttons"><button type="submit">Send</button><button type="button" hidden>Stop</button><p class="run-state" role="status"></p></div></form>
<div class="run-answer" hidden><details><summary></summary><pre tabindex="0"></pre></details><pre tabindex="0"></pre><p></p></div></div></template>`;

const searchField = (index: string, query = '') =>
  html`<form class="search" role="search" action="${DOCS_PATHS.search}" data-index="${index}" data-rank="${ASSETS.paths.ranking}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" aria-keyshortcuts="/" value="${query}">
<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/></svg>
<div class="results" hidden><p role="status"></p><ul class="found"></ul></div>
</form>`;

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Html;
}

export interface Group {
  readonly title: string;
  readonly links: readonly { readonly id: string; readonly title: string }[];
}

/** Content beside a list of links to its sections; a script marks the one that is read. */
export const withContents = (groups: readonly Group[], content: Html): Html => html`<div class="columns">
<nav class="contents" aria-label="On this page"><details><summary>On this page</summary>
${groups.map(
  ({ title, links }) => html`${title ? html`<p class="group">${title}</p>` : ''}
<ul>${links.map((link) => html`<li><a href="#${link.id}">${link.title}</a></li>`)}</ul>`,
)}
</details></nav>
<main id="content" tabindex="-1">${content}</main>
</div>`;

/** Code to paste, its parts marked if it is text in a known language; a script adds a button that copies it. */
export const code = (text: string | readonly (string | Html)[], label: string, language = ''): Html =>
  html`<figure class="code block"><figcaption class="head">${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${typeof text === 'string' ? highlighted(text, language) : text}</code></pre></figure>`;

/** Markdown of the code, with HTML in it as it is. */
export const markdown = (text: string): Html => raw(marked.parse(text, { async: false }));

export const table = (heads: readonly Html[], rows: readonly (readonly Html[])[], label: string): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
