// The page of the recent refused requests of all tokens, with a filter by request id, token, status and code.
import { html } from 'hono/html';
import {
  type RefusedFilter,
  type RefusedRequestRow,
  readRefusedFacets,
  readRefusedRequests,
} from '../../usage/reads.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { page } from './layout.ts';
import { KEPT_NOTE, refusedRequestTable } from './refused-request-table.ts';
import { isFiltered, parseRequestFilter, requestFilterForm } from './request-filter.ts';

const REQUESTS_SHOWN = 100;

export const requestsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    await deps.usage.flush();
    const { filter, faults } = parseRequestFilter(c.req.query());
    const isFaulty = faults.length > 0;
    const [facets, requests] = await Promise.all([
      readRefusedFacets(deps.db, user.id),
      isFaulty ? [] : readRefusedRequests(deps.db, { userId: user.id, ...filter, limit: REQUESTS_SHOWN }),
    ]);
    const content = html`<h1>Refused requests</h1>
<p class="muted">The errors of each request. Every response has its request id in the header <code>X-Request-Id</code>.</p>
${requestFilterForm(filter, facets)}
${isFaulty ? html`<p class="note error" role="alert">${faults.join(' ')}</p>` : results(filter, requests)}`;
    return c.html(page(user, 'Requests', { title: 'Refused requests', content }), isFaulty ? 400 : 200);
  };

function results(filter: RefusedFilter, requests: readonly RefusedRequestRow[]) {
  if (requests.length > 0 || !isFiltered(filter)) return refusedRequestTable(requests, { withToken: true });
  const { requestId, ...others } = filter;
  const miss = requestId !== undefined && !isFiltered(others) ? 'has this id' : 'matches';
  return html`<p class="card empty-line" role="status">No refused request of your tokens ${miss}. ${KEPT_NOTE}</p>`;
}
