// The page of the recent refused requests of all tokens, with a filter by token, time, status, code and request id.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readTotalsOf } from '../../usage/reads.ts';
import { readRefusedFacets, readRefusedRequests } from '../../usage/refused-requests.ts';
import type { PageContext, PageHandler } from './context.ts';
import { plural } from './format.ts';
import { respondPage } from './layout.ts';
import { faultNote, pageLinks } from './list-query.ts';
import { keptNote, refusedRequestList } from './refused-request-list.ts';
import { isFiltered, parseRequestFilter, requestFilterForm } from './request-filter.ts';
import { DAY, nameOfTime, spanOf } from './request-time.ts';
import { inWords } from './usage-figure.ts';

const ROWS_PER_PAGE = 20;

export const requestsPage: PageHandler = async (c) => {
  const { db } = c.env;
  const { id: userId } = c.get('user');
  const { values, faults } = parseRequestFilter(c.req.query());
  const { page: wanted = 1, time, ...others } = values;
  const filter = { ...others, time: time === undefined ? undefined : spanOf(time) };
  const isFaulty = faults.length > 0;
  const [facets, { rows, ...place }, calls] = await Promise.all([
    readRefusedFacets(db, userId),
    isFaulty
      ? { rows: [], page: 1, pages: 1 }
      : readRefusedRequests(db, userId, filter, { page: wanted, size: ROWS_PER_PAGE }),
    time === undefined ? '' : callsOf(c, time, others.token),
  ]);
  const miss = Object.keys(values).join() === 'id' ? 'has this id' : 'matches';
  const results =
    rows.length > 0 || !isFiltered(values)
      ? html`${refusedRequestList(c, rows, { withToken: others.token === undefined, isOpen: values.id !== undefined })}
${pageLinks(DASHBOARD_PATHS.requests, place, values, 'refused requests')}`
      : html`<p role="status">No refused request of your tokens ${miss}. ${keptNote(c)}</p>`;
  return respondPage(c, {
    title: 'Refused requests',
    section: 'Refused requests',
    status: isFaulty ? 400 : 200,
    content: html`<h1>Refused requests</h1>
<p class="muted">Why requests were refused, and what to do about it. Every response has its request id in the header <code>X-Request-Id</code>.</p>
${(facets.tokens.length > 0 || isFiltered(values)) && requestFilterForm(values, facets, { now: c.get('now'), keptDays: c.env.config.retention.refusedRequestDays })}
${calls}
${isFaulty ? faultNote(faults) : results}`,
  });
};

/** How often the tokens of the filter were used at a time, of which the refused requests alone are kept. */
async function callsOf(c: PageContext, time: string, tokenId: number | undefined) {
  const span = spanOf(time);
  const totals = await readTotalsOf(c.env.db, { userId: c.get('user').id, tokenId }, span);
  const { refusedRequestDays } = c.env.config.retention;
  const isGone = span.end.getTime() < c.get('now').getTime() - refusedRequestDays * DAY;
  return html`<p class="note">${nameOfTime(time)} UTC, ${tokenId === undefined ? 'all tokens' : 'this token'}: ${inWords(totals)}.
Refused requests alone are kept, for ${plural(refusedRequestDays, 'day')}${isGone && ': those of this time are gone'}.</p>`;
}
