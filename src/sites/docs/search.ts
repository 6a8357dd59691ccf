// The search results page, and the page for an unknown path, which offers a search.
import { html } from 'hono/html';
import { boundedWork } from '../../fairness/bounded-work.ts';
import { LONG_BYTES } from '../../fairness/slots.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { type createRanking, MAX_QUERY_LENGTH } from './assets/rank-entries.js';

/**
 * Renders a query's page, which takes some milliseconds of the event loop; API requests get as much time in between.
 * @throws {OperationFailure} unavailable: too many searches are waiting.
 */
export const createSearches = () =>
  boundedWork({ atOnce: 1, mostWaiting: 100, bytes: LONG_BYTES, cause: 'searches' });

const MAX_RESULTS = 50;

const searchPath = (query: string) => `${DOCS_PATHS.search}?${new URLSearchParams({ q: query })}`;

/** All results of a query, for browsers without scripts too. */
export function searchPage(asked: string, rank: ReturnType<typeof createRanking>) {
  const query = asked.slice(0, MAX_QUERY_LENGTH);
  const { total, results, suggestion, isPartial } = rank(query, MAX_RESULTS);
  return {
    site: 'docs' as const,
    title: 'Search',
    query,
    content: html`<h1>Search</h1>
<p class="lead">${summary(query, total, isPartial)}</p>
${suggestion && html`<p>Did you mean <a href="${searchPath(suggestion)}">${suggestion}</a>?</p>`}
${query.trim() && total === 0 && SEE_ALSO}
<ul class="found">${results.map(
      ({ title, heading, text, path }) => html`
<li><a href="${path}">
<strong>${title}</strong> <span class="place">${heading}</span>
${text && html`<span class="excerpt">${text}</span>`}
</a></li>`,
    )}</ul>`,
  };
}

const NOT_SUPPORTED = DOCS_PATHS.guide('not-supported');

const SEE_ALSO = html`
<p>See <a href="${DOCS_PATHS.guides}">all guides</a>, or <a href="${NOT_SUPPORTED}">what the API doesn't support</a>.
</p>`;

function summary(query: string, total: number, isPartial: boolean): string {
  if (query.trim() === '') return 'Search the guides, both references and the changelog.';
  if (total === 0) return `No results for “${query}”.`;
  const words = isPartial ? 'some words of ' : '';
  const shown = total > MAX_RESULTS ? `, showing the best ${MAX_RESULTS}` : '';
  return `Results for ${words}“${query}”: ${total}${shown}.`;
}

/** For an unknown path. */
export const notFoundPage = {
  site: 'docs',
  title: 'Not found',
  content: html`<h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. Search above,
or see <a href="${DOCS_PATHS.guides}">all guides</a>.</p>`,
} as const;
