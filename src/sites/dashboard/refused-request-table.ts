// The table of refused requests: time, token, surface, operation, status, field errors.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { REFUSED_KEPT, REFUSED_KEPT_DAYS } from '../../usage/housekeeping.ts';
import type { RefusedRequestRow } from '../../usage/reads.ts';
import { second } from './format.ts';
import { SURFACE_NAMES } from './token-fragments.ts';

export const KEPT_NOTE = `The last ${REFUSED_KEPT} of each token are kept for ${REFUSED_KEPT_DAYS} days, without bodies.`;

interface Options {
  readonly withToken: boolean;
}

export const refusedRequestTable = (requests: readonly RefusedRequestRow[], { withToken }: Options) =>
  requests.length === 0
    ? html`<p class="card empty-line">No request was refused. ${KEPT_NOTE}</p>`
    : html`<div class="card flush"><table class="cards requests" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Time, UTC</th>${withToken && html`<th role="columnheader" scope="col">Token</th>`}<th role="columnheader" scope="col">Surface</th><th role="columnheader" scope="col">Operation</th><th role="columnheader" scope="col">Status</th><th role="columnheader" scope="col">Errors</th><th role="columnheader" scope="col">Request id</th></tr></thead>
<tbody role="rowgroup">${requests.map(
        (request) => html`
<tr role="row">
<td role="cell" data-label="Time, UTC" class="nowrap">${second(request.at)}</td>
${withToken && html`<td role="cell" data-label="Token"><a href="${DASHBOARD_PATHS.token(request.token.id)}"><bdi>${request.token.name}</bdi></a></td>`}
<td role="cell" data-label="Surface" class="nowrap">${SURFACE_NAMES[request.surface]}</td>
<td role="cell" data-label="Operation">${request.operation || html`<span class="muted">None reached</span>`}</td>
<td role="cell" data-label="Status" class="number">${request.status}</td>
<td role="cell" data-label="Errors">${errorList(request)}</td>
<td role="cell" data-label="Request id"><code class="id">${request.requestId}</code></td>
</tr>`,
      )}</tbody></table></div>
<p class="muted">${KEPT_NOTE}</p>`;

const errorList = ({ errors }: RefusedRequestRow) =>
  html`<ul class="plain">${errors.map(
    ({ code, field }) =>
      html`<li>${field !== undefined && html`<code class="field"><bdi>${field}</bdi></code> `}${code}</li>`,
  )}</ul>`;
