// The documentation's static files, and the layout of its pages: navigation, search, contents, code, tables.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { html, raw } from 'hono/html';
import { marked } from 'marked';
import type { Versions } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { frame, type Html, type Site, tokenField, topBar } from '../pages/frame.ts';
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

export const ASSETS = createStaticAssets(DOCS_PATHS.assets, {
  style: [...TEXT_STYLES, file('search.css'), file('example.css'), file('docs.css')],
  icon: [ICON],
  script: [COPY_SCRIPT, file('page.js'), file('search.js')],
  run: [TOKEN_SCRIPT, file('run.js')],
  ranking: [MINISEARCH, file('rank-entries.js')],
});

interface Link {
  readonly href: string;
  readonly title: string;
  readonly current?: 'page' | 'true' | false;
  /** The current page's sections. */
  readonly parts?: readonly Link[] | undefined;
}

/** What the documentation is made from. */
export interface DocsSource {
  readonly versions: Versions;
  /** The service's public origin, for the commands to paste. */
  readonly origin: string;
  /** Whether readers can run the examples: on test deployments. */
  readonly canRun?: boolean;
  readonly throttle: { readonly points: number; readonly windowSeconds: number };
}

export interface Page {
  /** Highlighted in the top bar. */
  readonly site: Site;
  readonly title: string;
  /** The query in the search field. */
  readonly query?: string;
  /** Groups of links beside the content; a script highlights the section being read. */
  readonly contents?: readonly { readonly title: string; readonly links: readonly Link[] }[];
  /** The heading of these links. */
  readonly nameOfContents?: string;
  readonly content: Html;
  /** The path of the same content as Markdown. */
  readonly markdown?: string;
  /** Absent: 200. */
  readonly status?: 500;
}

/** A page in its frame. `searchIndex` is the path of the entries that the search loads. */
export function layout(page: Page, searchIndex: string): Html {
  const { site, title, query, contents, content, markdown } = page;
  const { script, run } = ASSETS.paths;
  // On a test deployment, figures include what its script sends.
  const runs = String(content).includes(' data-run="');
  const main = html`<main id="content" tabindex="-1">
${content}
</main>`;
  return frame({
    title,
    assets: ASSETS.paths,
    feed: DOCS_PATHS.changelogFeed,
    markdown,
    scripts: runs ? [script, run] : [script],
    body: html`${topBar(site, searchField(searchIndex, query))}
${contents ? html`<div class="columns">${navigation(page)}${main}</div>` : main}
${runs && runPanel}`,
  });
}

const navigation = ({ contents = [], nameOfContents = 'On this page' }: Page): Html =>
  html`<nav class="contents" aria-label="${nameOfContents}"><details><summary>${nameOfContents}</summary>
${contents.map(({ title, links }) => html`${title && html`<p class="group">${title}</p>`}${linkList(links)}`)}
</details></nav>
`;

const linkList = (links: readonly Link[]): Html => html`<ul>${links.map(
  ({ href, title, current, parts }) =>
    html`<li><a href="${href}"${current && html` aria-current="${current}"`}>${title}</a>${parts && linkList(parts)}</li>`,
)}</ul>
`;

export interface Named {
  readonly id: string;
  readonly title: string;
}

/** Links to the sections of this page, or of the page at a path. */
export const linksTo = (sections: readonly Named[], path = ''): Link[] =>
  sections.map(({ id, title }) => ({ href: `${path}#${id}`, title }));

/** The text below the field while it is empty. */
const TOKEN_NOTE = 'Paste a token, or create one if you are signed in to the dashboard.';

/** What the script shows below an example that the reader runs. */
const runPanel = html`<div hidden>${tokenField(TOKEN_NOTE, true)}</div>
<template id="run-panel"><div class="run"><p class="run-title" tabindex="-1"></p>
<form><p class="run-note">This request changes data of this test deployment.</p>
${Object.entries({ path: 'Path', headers: 'Headers (besides the token)', query: 'Query', variables: 'Variables', body: 'Body' }).map(([name, label]) => html`<label>${label}<textarea name="${name}" spellcheck="false" autocapitalize="off"></textarea></label>`)}
<div class="run-buttons"><button type="submit">Send</button><button type="button" hidden>Stop</button><p class="run-state" role="status"></p></div></form>
<div class="run-answer" hidden><details><summary></summary><pre tabindex="0"></pre></details><pre tabindex="0"></pre><p></p></div></div></template>`;

const searchField = (index: string, query = '') =>
  html`<form class="search" role="search" action="${DOCS_PATHS.search}" data-index="${index}" data-rank="${ASSETS.paths.ranking}">
<input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="${MAX_QUERY_LENGTH}" autocomplete="off" aria-keyshortcuts="/" value="${query}">
<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="9" cy="9" r="5.5"/><path d="m13 13 4 4"/></svg>
<div class="results" hidden><p role="status"></p><ul class="found"></ul></div>
</form>`;

export interface Section extends Named {
  readonly content: Html;
}

/** A part of a reference. */
export const section = (
  id: string,
  title: string,
  content: Html,
): Html => html`<section class="type" id="${id}">
<h3><a href="#${id}">${title}</a></h3>
${content}
</section>`;

export interface Term {
  readonly id: string;
  readonly name: string;
  /** Type, limits and default, on the line of the name. */
  readonly facts: Html | string;
  /** Paragraphs below the name. */
  readonly texts: readonly (Html | string | false | null | undefined)[];
}

/** Named parts, each with its own anchor. */
export const termList = (terms: readonly Term[]): Html =>
  html`<dl class="terms">${terms.map(
    ({ id, name, facts, texts }) =>
      html`<div id="${id}"><dt><a class="name" href="#${id}">${name}</a> <span>${facts}</span></dt>
${texts.map((text) => text && html`<dd>${text}</dd>`)}</div>
`,
  )}</dl>`;

const GRAMMARS = { bash, graphql, javascript, json, typescript };

for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar);

/** Highlighted code; unhighlighted for a language that the documentation doesn't use. */
export function highlighted(text: string, language: string): Html | string {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name)
    ? raw(highlighter.highlight(text, { language: name }).value)
    : text;
}

/** Code to paste, highlighted if it is text in a known language; a script adds a copy button. */
export const code = (
  text: string | readonly (string | Html)[],
  label: string,
  language = '',
): Html =>
  html`<figure class="code block"><figcaption class="head">${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${typeof text === 'string' ? highlighted(text, language) : text}</code></pre></figure>`;

/** Markdown of the code, keeping its HTML. */
export const markdown = (text: string): Html => raw(marked.parse(text, { async: false }));

const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** The text of HTML escaped by hono or the highlighter, without tags and entities. */
export const htmlText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&([\w#]+);/g, (reference, name) => CHARACTERS[name] ?? reference);
