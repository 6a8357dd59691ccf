// Recent refused requests of all tokens, and the search by request id.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../paths.ts';
import { readRefusedRequests } from '../usage/reads.ts';
import type { DashboardDeps, PageHandler } from './context.ts';
import { page } from './layout.ts';
import { KEPT_NOTE, requestTable } from './request-table.ts';

const SHOWN = 100;
const MAX_ID_LENGTH = 100;

export const requestsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const visitor = c.get('visitor');
    await deps.usage.flush();
    const wanted = (c.req.query('id') ?? '').trim().toLowerCase().slice(0, MAX_ID_LENGTH);
    const isId = /^[\w-]+$/.test(wanted);
    const requests =
      wanted === '' || isId
        ? await readRefusedRequests(deps.db, {
            userId: visitor.id,
            limit: SHOWN,
            ...(wanted !== '' && { requestId: wanted }),
          })
        : [];
    const content = html`<h1>Refused requests</h1>
<p class="muted">Why a call failed. Every response carries its id in the header <code>X-Request-Id</code>.</p>
<form method="get" action="${DASHBOARD_PATHS.requests}" class="search" role="search">
<label for="id">Request id</label>
<div class="copy"><input id="id" name="id" class="mono" value="${wanted}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"><button type="submit">Find</button></div>
</form>
${
  wanted !== '' && requests.length === 0
    ? html`<p class="card empty-line" role="status">No refused request of your tokens has this id. ${KEPT_NOTE}</p>`
    : requestTable(requests, { withToken: true })
}
${wanted !== '' && html`<p><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`}`;
    return c.html(page(visitor, 'Requests', { title: 'Refused requests', content }));
  };
