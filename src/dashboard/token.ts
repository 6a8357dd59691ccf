// The page of one token: what it is, how it is used, its last refused requests.
import { html } from 'hono/html';
import { findToken, type TokenRow } from '../accounts/tokens.ts';
import { parseId } from '../operation/id.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import { REFUSED_KEPT } from '../usage/housekeeping.ts';
import { type Bucket, type Period, type RefusedRequestRow, readRefusedRequests, readSeries } from '../usage/reads.ts';
import type { DashboardDeps, PageHandler, Visitor } from './context.ts';
import { page } from './layout.ts';
import { requestTable } from './request-table.ts';
import { dayOf } from './time.ts';
import {
  environmentBadge,
  lastUse,
  maskedValue,
  permissionNames,
  urlWarning,
  versionWithStage,
} from './token-parts.ts';
import { periodOf, usageFigure } from './usage-figure.ts';

export const tokenPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const visitor = c.get('visitor');
    await deps.usage.flush();
    const tokenId = parseId(c.req.param('id'));
    const token = tokenId && (await findToken(deps.db, visitor.id, tokenId));
    if (!token) return c.notFound();
    const period = periodOf(c.req.query('period'));
    const owned = { userId: visitor.id, tokenId: token.id };
    const [series, requests] = await Promise.all([
      readSeries(deps.db, owned, period),
      readRefusedRequests(deps.db, { ...owned, limit: REFUSED_KEPT }),
    ]);
    return c.html(render(deps, { visitor, token, period, series, requests }));
  };

interface TokenView {
  readonly visitor: Visitor;
  readonly token: TokenRow;
  readonly period: Period;
  readonly series: readonly Bucket[];
  readonly requests: readonly RefusedRequestRow[];
}

const render = ({ versions }: DashboardDeps, { visitor, token, period, series, requests }: TokenView) =>
  page(visitor, 'API settings', {
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
<div><dt>Permissions</dt><dd>${permissionNames(visitor.permissions)}</dd></div>
<div><dt>Created</dt><dd>${dayOf(token.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token)}</dd></div>
${token.revokedAt && html`<div><dt>Revoked</dt><dd>${dayOf(token.revokedAt)}</dd></div>`}
</dl></div>
${usageFigure({ heading: 'Usage', path: DASHBOARD_PATHS.token(token.id), period, series })}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${requestTable(requests, { withToken: false })}</section>`,
  });
