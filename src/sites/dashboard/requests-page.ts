// The failed requests of all tokens, of one token, or the one with a request ID.
import { html } from 'hono/html';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readRefusedRequests } from '../../usage/refused-requests.ts';
import type { PageHandler } from './context.ts';
import { failedRequestList } from './failed-requests.ts';
import { respondPage } from './layout.ts';

/** A token has no more. */
const MOST_SHOWN = 100;

export const requestsPage: PageHandler = async (c) => {
  const { id = '', token = '' } = c.req.query();
  const requestId = id.trim().toLowerCase();
  const filter = {
    token: parseId(token),
    requestId: /^[\w-]{1,100}$/.test(requestId) ? requestId : undefined,
  };
  const rows = await readRefusedRequests(c.env.db, c.var.user.id, filter, MOST_SHOWN);
  return respondPage(c, {
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
    <input name="id" class="mono" value="${id}" maxlength="100" autocomplete="off" spellcheck="false">
  </label>
  <button type="submit" class="quiet">Find</button>
</form>
${failedRequestList(c, rows)}`,
  });
};
