// The table of tokens in the API settings.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Totals } from '../../usage/reads.ts';
import { rollNote } from './change-over.ts';
import type { PageContext } from './context.ts';
import { dayElement } from './format.ts';
import { hasVersions } from './layout.ts';
import {
  callCounts,
  expiry,
  expiryWarning,
  lastUse,
  maskedValue,
  stateBadge,
  urlWarning,
  versionWithStage,
} from './token-fragments.ts';

type TotalsOf = (tokenId: number) => Totals;

/** With the calls of the last day and of the last month. What all tokens of a service have is in no row: the only version, its stage. */
export const tokenTable = (c: PageContext, tokens: readonly TokenRow[], calls: readonly [TotalsOf, TotalsOf]) => html`
<section class="card flush" aria-labelledby="tokens"><h2 id="tokens" class="visually-hidden">Tokens</h2>
<table class="cards tokens" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col">Value</th>${hasVersions(c) && html`<th role="columnheader" scope="col">Version</th>`}<th role="columnheader" scope="col">Created</th><th role="columnheader" scope="col">Expires, UTC</th><th role="columnheader" scope="col">Last used</th><th role="columnheader" scope="col" class="end">Calls, 24 h</th><th role="columnheader" scope="col" class="end">30 days</th><th role="columnheader" scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody role="rowgroup">${tokens.map((token) => tokenLine(c, token, calls))}</tbody></table></section>`;

const isOld = ({ env }: PageContext, { version }: TokenRow) => env.versions.lifecycle(version).stage !== 'active';

function tokenLine(c: PageContext, token: TokenRow, [lastDay, lastMonth]: readonly [TotalsOf, TotalsOf]) {
  const now = c.get('now');
  const isUsable = stateOf(token, now) === 'usable';
  const action = html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">Revoke<span class="visually-hidden"> ${token.name}</span></a>`;
  return html`
<tr role="row"${!isUsable && html` class="dim"`}>
<th role="rowheader" scope="row" class="title"><a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${stateBadge(token, now)}${expiryWarning(token, now)}${rollNote(token, now)}${isUsable && urlWarning(token, now)}</th>
<td role="cell" data-label="Value">${maskedValue(token)}</td>
${hasVersions(c) && html`<td role="cell" data-label="Version">${isUsable && isOld(c, token) ? versionWithStage(c.env.versions, token.version) : token.version}</td>`}
<td role="cell" data-label="Created">${dayElement(token.createdAt)}</td>
<td role="cell" data-label="Expires, UTC">${expiry(token)}</td>
<td role="cell" data-label="Last used">${lastUse(token, now)}</td>
<td role="cell" data-label="Calls, 24 hours" class="end">${callCounts(lastDay(token.id))}</td>
<td role="cell" data-label="Calls, 30 days" class="end">${callCounts(lastMonth(token.id))}</td>
<td role="cell" class="end action">${isUsable && action}</td>
</tr>`;
}
