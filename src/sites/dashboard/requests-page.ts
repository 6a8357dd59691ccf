// The failed requests of all tokens, of one token, or those whose request IDs are in a pasted text.
import { html } from 'hono/html';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readFailedRequests } from '../../usage/failed-requests.ts';
import { REFUSED_REQUEST_DAYS } from '../../usage/retention.ts';
import type { PageHandler } from './context.ts';
import { failedRequestList } from './failed-requests.ts';
import { plural } from './formats.ts';
import { respondDashboardPage } from './layout.ts';

/** A token has no more. */
const MOST_SHOWN = 100;

const REQUEST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const MOST_IDS = 20;
const LONGEST_TEXT = 2_000;

/** The IDs in a header, a line of a log, or whatever else they are copied with. */
const requestIdsIn = (text: string) =>
  [...text.matchAll(REQUEST_ID)].slice(0, MOST_IDS).map(([id]) => id.toLowerCase());

export const requestsPage: PageHandler = async (c) => {
  const { id = '', token = '' } = c.req.query();
  const isSearch = id.trim() !== '';
  const requestIds = requestIdsIn(id);
  const filter = { token: parseId(token), requestIds: isSearch ? requestIds : undefined };
  const rows = await readFailedRequests(c.env.db, c.var.user.id, filter, MOST_SHOWN);
  return respondDashboardPage(c, {
    title: 'Failed requests',
    content: html`
<h1>Failed requests</h1>
<p class="muted">
  See why requests failed and what to do about it.
  ${(id || token) && html`<a href="${DASHBOARD_PATHS.requests}">All failed requests</a>`}
</p>
<form method="get" action="${DASHBOARD_PATHS.requests}" class="filter" role="search">
  <label class="wide">
    Request ID, from the header <code>X-Request-Id</code>
    <input name="id" class="mono" value="${id}" maxlength="${LONGEST_TEXT}" autocomplete="off" spellcheck="false">
  </label>
  <button type="submit" class="quiet">Find</button>
</form>
${failedRequestList(c, rows, isSearch ? notFound(requestIds) : undefined)}`,
  });
};

const notFound = (requestIds: readonly string[]) =>
  requestIds.length > 0
    ? `No failed request of the last ${plural(REFUSED_REQUEST_DAYS, 'day')} has this ID. Requests that succeeded \
aren’t listed.`
    : 'There’s no request ID in this text. It looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301.';
