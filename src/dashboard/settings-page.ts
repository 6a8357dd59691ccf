// The page of the API settings: the valid tokens of the user, then the revoked ones.
import { html } from 'hono/html';
import { listTokens, type TokenRow } from '../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import { readTotals, type Totals } from '../usage/reads.ts';
import type { DashboardDeps, PageHandler, SessionUser } from './context.ts';
import { dayOf, plural } from './format.ts';
import { page } from './layout.ts';
import {
  callCounts,
  environmentBadge,
  lastUse,
  maskedValue,
  permissionNames,
  urlWarning,
  versionWithStage,
} from './token-fragments.ts';

/** The newest of them. */
const REVOKED_SHOWN = 50;

interface Settings {
  readonly user: SessionUser;
  readonly tokens: readonly TokenRow[];
  readonly lastDay: (tokenId: number) => Totals;
  readonly lastMonth: (tokenId: number) => Totals;
  readonly isJustRevoked: boolean;
}

export const settingsPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    await deps.usage.flush();
    const [tokens, lastDay, lastMonth] = await Promise.all([
      listTokens(deps.db, user.id),
      readTotals(deps.db, user.id, '24h'),
      readTotals(deps.db, user.id, '30d'),
    ]);
    const isJustRevoked = c.req.query('revoked') !== undefined;
    return c.html(render(deps, { user, tokens, lastDay, lastMonth, isJustRevoked }));
  };

function render(deps: DashboardDeps, settings: Settings) {
  const { user, tokens, isJustRevoked } = settings;
  const valid = tokens.filter(({ revokedAt }) => !revokedAt);
  const revoked = tokens.filter(({ revokedAt }) => revokedAt);
  return page(user, 'API settings', {
    title: 'API settings',
    content: html`<div class="head">
<div><h1>API settings</h1>
<p class="muted">${valid.length > 0 && html`${plural(valid.length, 'token')}, each with your permissions: `}${valid.length === 0 && 'Your permissions: '}${permissionNames(user.permissions)}.</p></div>
${valid.length > 0 && html`<a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>`}
</div>
${isJustRevoked && html`<p class="note" role="status">The token is revoked. The next request with it is answered 401.</p>`}
${valid.length > 0 ? validTable(deps, settings, valid) : emptyState(revoked.length > 0)}
${revoked.length > 0 && revokedTable(revoked)}`,
  });
}

const emptyState = (hadTokens: boolean) => html`<div class="card empty">
<h2>${hadTokens ? 'No valid token' : 'No token yet'}</h2>
<p>A token lets your software call the API as you, over REST and GraphQL. Its value is shown once, when you create it.</p>
<a class="button" href="${DASHBOARD_PATHS.newToken}">Create ${hadTokens ? 'a' : 'your first'} token</a>
</div>`;

const validTable = (deps: DashboardDeps, { user, lastDay, lastMonth }: Settings, tokens: readonly TokenRow[]) => html`
<section class="card flush" aria-labelledby="valid-tokens"><h2 id="valid-tokens" class="visually-hidden">Valid tokens</h2>
<table class="cards" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col">Version</th><th role="columnheader" scope="col">Permissions</th><th role="columnheader" scope="col">Created</th><th role="columnheader" scope="col">Last used</th><th role="columnheader" scope="col" class="end">Calls, 24 h</th><th role="columnheader" scope="col" class="end">30 days</th><th role="columnheader" scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody role="rowgroup">${tokens.map(
  (token) => html`
<tr role="row">
<th role="rowheader" scope="row" class="title"><a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> <span class="token-value">${maskedValue(token)} ${environmentBadge(token)}</span>${urlWarning(token)}</th>
<td role="cell" data-label="Version">${versionWithStage(deps.versions, token.version)}</td>
<td role="cell" data-label="Permissions">${permissionNames(user.permissions)}</td>
<td role="cell" data-label="Created">${dayOf(token.createdAt)}</td>
<td role="cell" data-label="Last used">${lastUse(token)}</td>
<td role="cell" data-label="Calls, 24 hours" class="end">${callCounts(lastDay(token.id))}</td>
<td role="cell" data-label="Calls, 30 days" class="end">${callCounts(lastMonth(token.id))}</td>
<td role="cell" class="end action"><a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">Revoke<span class="visually-hidden"> ${token.name}</span></a></td>
</tr>`,
)}</tbody></table></section>`;

const revokedTable = (tokens: readonly TokenRow[]) => html`
<section class="apart" aria-labelledby="revoked-tokens"><h2 id="revoked-tokens">Revoked</h2>
<div class="card flush"><table class="cards dim" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col">Version</th><th role="columnheader" scope="col">Created</th><th role="columnheader" scope="col">Last used</th><th role="columnheader" scope="col">Revoked</th></tr></thead>
<tbody role="rowgroup">${tokens.slice(0, REVOKED_SHOWN).map(
  (token) => html`
<tr role="row">
<th role="rowheader" scope="row" class="title"><a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> <span class="token-value">${maskedValue(token)} ${environmentBadge(token)}</span></th>
<td role="cell" data-label="Version">${token.version}</td>
<td role="cell" data-label="Created">${dayOf(token.createdAt)}</td>
<td role="cell" data-label="Last used">${lastUse(token)}</td>
<td role="cell" data-label="Revoked">${token.revokedAt && dayOf(token.revokedAt)}</td>
</tr>`,
)}</tbody></table></div>
${tokens.length > REVOKED_SHOWN && html`<p class="muted">The last ${REVOKED_SHOWN} of ${tokens.length} are shown.</p>`}
</section>`;
