// The page of search results, for browsers without scripts and for all results of a query.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';
import { type createRanking, type Entry, MAX_QUERY_LENGTH } from './assets/rank-entries.js';
import type { Page } from './layout.ts';

const MAX_RESULTS = 50;

export function searchPage(query: string, rank: ReturnType<typeof createRanking>): Page {
  const asked = query.slice(0, MAX_QUERY_LENGTH);
  const { total, results } = rank(asked, MAX_RESULTS);
  return {
    site: 'docs',
    title: 'Search',
    query: asked,
    content: html`<main id="content" tabindex="-1" class="narrow">
<h1>Search</h1>
<p class="lead">${summary(asked, total)}</p>
<ul class="found">${results.map(result)}</ul>
</main>`,
  };
}

function summary(query: string, total: number): string {
  if (query.trim() === '')
    return 'Search the guides, the changelog, the REST reference and the GraphQL reference with the field above.';
  if (total === 0) return `Nothing has all words of “${query}”. Try fewer words.`;
  const shown = total > MAX_RESULTS ? `, the best ${MAX_RESULTS} of them here` : '';
  return `${total} ${total === 1 ? 'result' : 'results'} for “${query}”${shown}.`;
}

const result = ({ title, heading, text, path }: Entry): Html =>
  html`<li><a href="${path}"><strong>${title}</strong> <span class="place">${heading}</span>${text && html`<span class="excerpt">${text}</span>`}</a></li>`;
