// The API settings page: the user's tokens, with a filter and pages once there are 20.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/permissions.ts';
import { readTokenPage } from '../../accounts/token-list.ts';
import { EXPIRY_WARNING_DAYS, stateOf } from '../../accounts/token-rules.ts';
import { findToken, type TokenRow } from '../../accounts/tokens.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readTotals, type UsageTotals } from '../../usage/reads.ts';
import type { PageContext, PageHandler, SessionUser } from './context.ts';
import { firstSteps } from './first-steps.ts';
import {
  ACTIONS,
  type Column,
  count,
  dayElement,
  hasVersions,
  plural,
  respondPage,
  table,
} from './layout.ts';
import { choiceRule, faultNote, pageLinks, parseQuery } from './lists.ts';
import { rollNote } from './token-page.ts';
import * as shown from './tokens.ts';

const ORDERS = {
  newest: 'Newest',
  used: 'Last used',
  expires: 'Next to expire',
  name: 'Name',
} as const;
const RULES = { ...shown.TOKEN_RULES, sort: choiceRule('order', ORDERS) };

export const settingsPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [user, now] = [c.get('user'), c.get('now')];
  const { values: filter, fault } = parseQuery(c.req.query(), RULES);
  const revokedId = parseId(c.req.query('revoked'));
  const [revoked, list] = await Promise.all([
    revokedId ? findToken(db, user.id, revokedId) : null,
    readTokenPage(db, user.id, filter, now),
  ]);
  const { tokens, counts } = list;
  const ids = tokens.map(({ id }) => id);
  const [lastDay, lastMonth] = await Promise.all([
    readTotals(db, ids, '24h', now),
    readTotals(db, ids, '30d', now),
  ]);
  const path = DASHBOARD_PATHS.settings;
  const found =
    tokens.length > 0
      ? html`<section class="card flush" aria-labelledby="tokens"><h2 id="tokens" class="visually-hidden">Tokens</h2>
${table('cards tokens', columns(c, lastDay, lastMonth), tokens, (token) => stateOf(token, now) !== 'usable' && 'dim')}</section>${pageLinks(path, list, filter)}`
      : counts.all > 0 && html`<p>No tokens match.</p>`;
  return respondPage(c, {
    title: 'Tokens',
    status: fault ? 400 : 200,
    content: html`${heading(user, counts.usable)}
${revoked?.revokedAt && html`<p class="note" role="status">The token “<bdi>${revoked.name}</bdi>” is revoked. Requests with it now return 401.</p>`}
${counts.expiring > 0 && html`<p class="note warning"><a href="${path}?state=expiring">${plural(counts.expiring, 'token')}</a> ${counts.expiring === 1 ? 'expires' : 'expire'} within ${EXPIRY_WARNING_DAYS} days.</p>`}
${counts.usable > 0 ? await firstSteps(c) : emptyState(counts.all > 0)}
${shown.tokenFilterForm(c, path, filter, counts, ORDERS)}
${fault ? faultNote(fault) : found}`,
  });
};

const heading = ({ permissions }: SessionUser, usable: number) => html`<div class="head">
<div><h1>Tokens</h1>
<p class="muted">${usable > 0 ? `${plural(usable, 'usable token')}${usable > 1 ? ', each' : ''} with your permissions: ` : 'Your permissions: '}${permissionNames(permissions) || 'none'}.</p></div>
${usable > 0 && html`<a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>`}
</div>`;

const emptyState = (hadTokens: boolean) => html`
<p>${hadTokens ? 'You have no usable token' : 'You don’t have a token yet'}. Your apps need one to call the API for you, over REST or GraphQL.</p>
<p><a class="button" href="${DASHBOARD_PATHS.newToken}">Create ${hadTokens ? 'a' : 'your first'} token</a></p>`;

type TotalsOf = (tokenId: number) => UsageTotals;

/** Omits columns that are the same for all tokens, such as the version if there is only one. */
function columns(
  c: PageContext,
  lastDay: TotalsOf,
  lastMonth: TotalsOf,
): (Column<TokenRow> | false)[] {
  const now = c.get('now');
  const { versions } = c.env;
  const isUsable = (token: TokenRow) => stateOf(token, now) === 'usable';
  const isOld = ({ version }: TokenRow) => versions.lifecycle(version).stage !== 'active';
  return [
    {
      head: 'Token',
      class: 'title',
      cell: (token) =>
        html`<a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${shown.stateBadge(token, now)}${shown.expiryWarning(token, now)}${rollNote(token, now)}${isUsable(token) && shown.urlWarning(token, now)}`,
    },
    { head: 'Value', cell: shown.maskedValue },
    hasVersions(c) && {
      head: 'Version',
      cell: (token) =>
        isUsable(token) && isOld(token)
          ? shown.versionWithStage(versions, token.version)
          : token.version,
    },
    { head: 'Created', cell: ({ createdAt }) => dayElement(createdAt) },
    { head: 'Expires, UTC', cell: shown.expiry },
    { head: 'Last used', cell: (token) => shown.lastUse(token, now) },
    {
      head: 'Calls, 24 h',
      label: 'Calls, 24 hours',
      class: 'end',
      cell: ({ id }) => callCounts(lastDay(id)),
    },
    {
      head: '30 days',
      label: 'Calls, 30 days',
      class: 'end',
      cell: ({ id }) => callCounts(lastMonth(id)),
    },
    {
      head: ACTIONS,
      class: 'end action',
      cell: (token) =>
        isUsable(token) &&
        html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">Revoke<span class="visually-hidden"> ${token.name}</span></a>`,
    },
  ];
}

const callCounts = ({ calls, refused }: UsageTotals) =>
  html`<span class="number">${count(calls)}</span>${refused > 0 && html` <span class="refused-note">(${count(refused)} failed)</span>`}`;
