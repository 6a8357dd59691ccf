// The page of one token: its properties, the change from the old value of a roll to the new one, its usage, its refused requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries } from '../../usage/reads.ts';
import { readRefusedRequests } from '../../usage/refused-requests.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext, PageHandler } from './context.ts';
import { inTime, minute, timeAgo } from './format.ts';
import { facts, respondPage } from './layout.ts';
import { refusedRequestList } from './requests-page.ts';
import * as shown from './tokens.ts';
import { parsePeriod, usageFigure } from './usage-page.ts';

const REFUSED_SHOWN = 10;

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [token, now] = [c.get('token'), c.get('now')];
  const { id, name, userId } = token;
  const period = parsePeriod(c.req.query('period'));
  const [series, refused] = await Promise.all([
    readSeries(db, { userId, tokenId: id }, period, now),
    readRefusedRequests(db, userId, { token: id }, { page: 1, size: REFUSED_SHOWN }),
  ]);
  const heading = token.predecessor ? 'Usage, with its old values' : 'Usage';
  return respondPage(c, {
    title: name,
    section: 'API settings',
    content: html`<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<div class="head">
<h1><bdi>${name}</bdi> ${shown.stateBadge(token, now)}</h1>
<div class="buttons"><a class="button quiet" href="${DASHBOARD_PATHS.renameToken(id)}">Rename</a>
${isRollable(token) && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(id)}">Roll</a>`}
${stateOf(token, now) === 'usable' && html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(id)}">Revoke</a>`}</div>
</div>
${c.req.query('shown') !== undefined && shownNote(token)}
<div class="card">${shown.expiryWarning(token, now)}${shown.urlWarning(token, now)}
${shown.tokenFacts(c)}</div>
${changeOver(c)}
${usageFigure(heading, DASHBOARD_PATHS.token(id), period, series, id)}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${refusedRequestList(c, refused.rows, { withToken: false })}
${refused.pages > 1 && html`<p><a href="${DASHBOARD_PATHS.requests}?token=${id}">All refused requests of this token</a></p>`}</section>`,
  });
};

/** Leads on from a form that has made its token: the value was in the response to the first request. */
export const redirectToShown = (c: PageContext, { id }: Pick<TokenRow, 'id'>) =>
  c.redirect(`${DASHBOARD_PATHS.token(id)}?shown=1`, 303);

const shownNote = (token: TokenRow) =>
  html`<p class="note warning" role="status">The value of this token was shown once, when it was made. ${isRollable(token) && html`If you did not copy it, <a href="${DASHBOARD_PATHS.rollToken(token.id)}">roll the token</a> to get a new one.`}</p>`;

const isRollable = ({ revokedAt, successor }: TokenRow) => !revokedAt && !successor;

/** The old and the new value that are both usable, if the token is one of them. */
function pairOf(token: TokenRow, now: Date): readonly [old: shown.TokenValue, fresh: shown.TokenValue] | undefined {
  const [old, fresh] = token.successor ? [token, token.successor] : [token.predecessor, token];
  return old && stateOf(old, now) === 'usable' ? [old, fresh] : undefined;
}

const QUIET_MILLISECONDS = 3_600_000;

/** Whether software still has the old value, by its last use: a sentence, and whether the value is safe to end. */
function verdict(old: shown.TokenValue, fresh: shown.TokenValue, now: Date): readonly [isSafe: boolean, text: Html] {
  if (!old.lastUsedAt) return [true, html`<strong>Safe to end:</strong> the old value was never used.`];
  const used = html`the old value was last used ${timeAgo(old.lastUsedAt, now)}`;
  if (now.getTime() - old.lastUsedAt.getTime() < QUIET_MILLISECONDS)
    return [false, html`<strong>Not yet safe to end:</strong> ${used}. Give your software the new one.`];
  if (!fresh.lastUsedAt || fresh.lastUsedAt < old.lastUsedAt)
    return [false, html`<strong>Wait for the new value:</strong> ${used}, and the new one has not been used since.`];
  return [
    true,
    html`<strong>Safe to end:</strong> ${used}, and the new one is in use. Software that runs rarely may still have the old one.`,
  ];
}

/** What is known while calls since a time may be missing; nothing is safe to end then. */
const knownUse = ({ lastUsedAt }: shown.TokenValue, now: Date, since: Date) =>
  html`<strong>Not known whether it is safe to end:</strong> up to ${minute(since)} UTC the old value was ${lastUsedAt ? html`last used ${timeAgo(lastUsedAt, now)}` : 'not used'}; calls since then may be missing here.`;

/** Where a page shows the change, and ticks it by itself. */
const CHANGE_OVER = 'change-over';

export const changeOverPath = (tokenId: number) => `${DASHBOARD_PATHS.token(tokenId)}#${CHANGE_OVER}`;

function changeOver(c: PageContext) {
  const [token, now, since] = [c.get('token'), c.get('now'), c.get('behindSince')];
  const pair = pairOf(token, now);
  if (!pair) return '';
  const [old, fresh] = pair;
  const [isSafe, text] = since ? ([false, knownUse(old, now, since)] as const) : verdict(old, fresh, now);
  const valueText = (value: shown.TokenValue) =>
    html`${shown.valueLink(value)}<br>${value.lastUsedAt ? html`used ${shown.lastUse(value, now)}${value.lastAddress && html` from ${shown.lastUseFrom(value)}`}` : since ? 'no use known' : 'never used'}`;
  return html`<section class="card stack" id="${CHANGE_OVER}" data-live="${DASHBOARD_PATHS.token(token.id)}" aria-labelledby="change-over-heading">
<h2 id="change-over-heading">Change over to the new value</h2>
${facts({ 'Old value': valueText(old), 'New value': valueText(fresh) })}
<p class="note${!isSafe && ' warning'}" role="status">${text}</p>
<div class="buttons"><a class="button quiet${!isSafe && ' danger'}" href="${DASHBOARD_PATHS.revokeToken(old.id)}">End the old value now</a></div>
${old.expiresAt && html`<p class="hint">It ends by itself ${inTime(old.expiresAt.getTime() - now.getTime())}, at ${minute(old.expiresAt)} UTC.</p>`}
</section>`;
}

/** In a list of tokens: leads to the change. */
export const rollNote = (token: TokenRow, now: Date) => {
  const pair = pairOf(token, now);
  if (!pair) return '';
  const text = token.successor
    ? html`Old value: ${shown.maskedValue(token.successor)} replaces it.`
    : html`Its old value ${shown.maskedValue(pair[0])} is still usable.`;
  return html`<p class="hint">${text} <a href="${changeOverPath(token.id)}">Change over</a></p>`;
};
