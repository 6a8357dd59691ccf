// The page of search results, for browsers without scripts and for all results of a query; and that of an unknown path.
import { html } from 'hono/html';
import { DOCS_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { type createRanking, type Entry, MAX_QUERY_LENGTH } from './assets/rank-entries.js';
import type { Page } from './layout.ts';

const MAX_RESULTS = 50;

export function searchPage(query: string, rank: ReturnType<typeof createRanking>): Page {
  const asked = query.slice(0, MAX_QUERY_LENGTH);
  const { total, results, suggestion, isPartial } = rank(asked, MAX_RESULTS);
  return {
    site: 'docs',
    title: 'Search',
    query: asked,
    content: html`<main id="content" tabindex="-1">
<h1>Search</h1>
<p class="lead">${summary(asked, total, isPartial)}</p>
${suggestion && html`<p>Did you mean <a href="${DOCS_PATHS.search}?${new URLSearchParams({ q: suggestion })}">${suggestion}</a>?</p>`}
${asked.trim() && total === 0 && html`<p>See <a href="${DOCS_PATHS.guides}#guides">all guides</a>, or <a href="${DOCS_PATHS.guide('not-there')}">what is not supported</a>.</p>`}
<ul class="found">${results.map(result)}</ul>
</main>`,
  };
}

/** For an unknown path; the words of its end are in the field of the search. */
export function notFoundPage(path: string): Page {
  const words = (path.split('/').at(-1) ?? '').replace(/svc_\w*|%[\da-f]{2}|\W+/gi, ' ');
  const query = words.replace(/ +/g, ' ').trim().slice(0, MAX_QUERY_LENGTH);
  return {
    site: 'docs',
    title: 'Not found',
    query,
    content: html`<main id="content" tabindex="-1">
<h1>This page does not exist</h1>
<p class="lead">No page of the documentation has this address. Search with the field above, or see <a href="${DOCS_PATHS.guides}#guides">all guides</a>.</p>
${query && html`<p><a href="${DOCS_PATHS.search}?${new URLSearchParams({ q: query })}">Search for “${query}”</a></p>`}
</main>`,
  };
}

function summary(query: string, total: number, isPartial: boolean): string {
  if (query.trim() === '')
    return 'Search the guides, the changelog, the REST reference and the GraphQL reference with the field above.';
  if (total === 0) return `Nothing is found for “${query}”.`;
  const shown = total > MAX_RESULTS ? `, the best ${MAX_RESULTS} of them here` : '';
  const words = isPartial ? ' some words of' : '';
  return `${total} ${total === 1 ? 'result' : 'results'} for${words} “${query}”${shown}.`;
}

const result = ({ title, heading, text, path }: Entry): Html =>
  html`<li><a href="${path}"><strong>${title}</strong> <span class="place">${heading}</span>${text && html`<span class="excerpt">${text}</span>`}</a></li>`;
