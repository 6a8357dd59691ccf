// The page of one token: its properties, its usage, its last refused requests.
import { html } from 'hono/html';
import { findToken, type TokenRow } from '../accounts/tokens.ts';
import { parseId } from '../operation/id.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import { REFUSED_KEPT } from '../usage/housekeeping.ts';
import { type Bucket, type Period, type RefusedRequestRow, readRefusedRequests, readSeries } from '../usage/reads.ts';
import type { DashboardDeps, PageHandler, SessionUser } from './context.ts';
import { dayOf } from './format.ts';
import { page } from './layout.ts';
import { refusedRequestTable } from './refused-request-table.ts';
import {
  environmentBadge,
  lastUse,
  maskedValue,
  permissionNames,
  urlWarning,
  versionWithStage,
} from './token-fragments.ts';
import { periodOf, usageFigure } from './usage-figure.ts';

export const tokenPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    await deps.usage.flush();
    const tokenId = parseId(c.req.param('id'));
    const token = tokenId && (await findToken(deps.db, user.id, tokenId));
    if (!token) return c.notFound();
    const period = periodOf(c.req.query('period'));
    const owned = { userId: user.id, tokenId: token.id };
    const [series, requests] = await Promise.all([
      readSeries(deps.db, owned, period),
      readRefusedRequests(deps.db, { ...owned, limit: REFUSED_KEPT }),
    ]);
    return c.html(render(deps, { user, token, period, series, requests }));
  };

interface TokenView {
  readonly user: SessionUser;
  readonly token: TokenRow;
  readonly period: Period;
  readonly series: readonly Bucket[];
  readonly requests: readonly RefusedRequestRow[];
}

const render = ({ versions }: DashboardDeps, { user, token, period, series, requests }: TokenView) =>
  page(user, 'API settings', {
    title: token.name,
    content: html`<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<div class="head">
<h1><bdi>${token.name}</bdi></h1>
${token.revokedAt ? html`<span class="badge stage-sunset">Revoked</span>` : html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">Revoke</a>`}
</div>
<div class="card">${urlWarning(token)}
<dl class="facts">
<div><dt>Value</dt><dd>${maskedValue(token)} ${environmentBadge(token)}</dd></div>
<div><dt>Version</dt><dd>${versionWithStage(versions, token.version)}</dd></div>
<div><dt>Permissions</dt><dd>${permissionNames(user.permissions)}</dd></div>
<div><dt>Created</dt><dd>${dayOf(token.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token)}</dd></div>
${token.revokedAt && html`<div><dt>Revoked</dt><dd>${dayOf(token.revokedAt)}</dd></div>`}
</dl></div>
${usageFigure({ heading: 'Usage', path: DASHBOARD_PATHS.token(token.id), period, series })}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${refusedRequestTable(requests, { withToken: false })}</section>`,
  });
