// The page of the recent refused requests of all tokens, with a filter by request id, token, status and code.
import { html } from 'hono/html';
import { readRefusedFacets, readRefusedRequests } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { faultNote } from './list-query.ts';
import { KEPT_NOTE, refusedRequestTable } from './refused-request-table.ts';
import { isFiltered, parseRequestFilter, requestFilterForm } from './request-filter.ts';

const REQUESTS_SHOWN = 100;

export const requestsPage: PageHandler = async (c) => {
  const { db } = c.env;
  const { id: userId } = c.get('user');
  const { values, faults } = parseRequestFilter(c.req.query());
  const { id: requestId, token: tokenId, ...others } = values;
  const isFaulty = faults.length > 0;
  const [facets, requests] = await Promise.all([
    readRefusedFacets(db, userId),
    isFaulty ? [] : readRefusedRequests(db, { userId, requestId, tokenId, ...others, limit: REQUESTS_SHOWN }),
  ]);
  const miss = Object.keys(values).join() === 'id' ? 'has this id' : 'matches';
  const results =
    requests.length > 0 || !isFiltered(values)
      ? refusedRequestTable(requests, { withToken: true })
      : html`<p class="card empty-line" role="status">No refused request of your tokens ${miss}. ${KEPT_NOTE}</p>`;
  return respondPage(c, {
    title: 'Refused requests',
    section: 'Requests',
    status: isFaulty ? 400 : 200,
    content: html`<h1>Refused requests</h1>
<p class="muted">The errors of each request. Every response has its request id in the header <code>X-Request-Id</code>.</p>
${requestFilterForm(values, facets)}
${isFaulty ? faultNote(faults) : results}`,
  });
};
