// The page of the recent refused requests of all tokens, with a search by request id.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../paths.ts';
import { readRefusedRequests } from '../usage/reads.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { page } from './layout.ts';
import { KEPT_NOTE, refusedRequestTable } from './refused-request-table.ts';

const REQUESTS_SHOWN = 100;
const MAX_ID_LENGTH = 100;
const REQUEST_ID = /^[\w-]+$/;

export const requestsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    await deps.usage.flush();
    const wanted = (c.req.query('id') ?? '').trim().toLowerCase().slice(0, MAX_ID_LENGTH);
    const isId = REQUEST_ID.test(wanted);
    const requests =
      wanted === '' || isId
        ? await readRefusedRequests(deps.db, {
            userId: user.id,
            limit: REQUESTS_SHOWN,
            ...(wanted !== '' && { requestId: wanted }),
          })
        : [];
    const content = html`<h1>Refused requests</h1>
<p class="muted">The errors of each request. Every response has its request id in the header <code>X-Request-Id</code>.</p>
<form method="get" action="${DASHBOARD_PATHS.requests}" class="search" role="search">
<label for="id">Request id</label>
<div class="copy"><input id="id" name="id" class="mono" value="${wanted}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"><button type="submit">Find</button></div>
</form>
${
  wanted !== '' && requests.length === 0
    ? html`<p class="card empty-line" role="status">No refused request of your tokens has this id. ${KEPT_NOTE}</p>`
    : refusedRequestTable(requests, { withToken: true })
}
${wanted !== '' && html`<p><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`}`;
    return c.html(page(user, 'Requests', { title: 'Refused requests', content }));
  };
