// The page of one token: its properties, its usage, its last refused requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { REFUSED_KEPT } from '../../usage/housekeeping.ts';
import { readRefusedRequests, readSeries } from '../../usage/reads.ts';
import type { PageContext, PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { refusedRequestTable } from './refused-request-table.ts';
import { expiryWarning, stateBadge, tokenFacts, urlWarning } from './token-fragments.ts';
import { parsePeriod, usageFigure } from './usage-figure.ts';

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [token, now] = [c.get('token'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const owned = { userId: token.userId, tokenId: token.id };
  const [series, requests] = await Promise.all([
    readSeries(db, owned, period, now),
    readRefusedRequests(db, { ...owned, limit: REFUSED_KEPT }),
  ]);
  return respondPage(c, {
    title: token.name,
    section: 'API settings',
    content: html`<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<div class="head">
<h1><bdi>${token.name}</bdi> ${stateBadge(token, now)}</h1>
${actions(token, now)}
</div>
${c.req.query('shown') !== undefined && shownNote(token)}
<div class="card">${expiryWarning(token, now)}${urlWarning(token, now)}
${tokenFacts(c)}</div>
${usageFigure({ heading: 'Usage', path: DASHBOARD_PATHS.token(token.id), period, series })}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${refusedRequestTable(requests, { withToken: false })}</section>`,
  });
};

/** Leads on from a form that has made its token: the value was in the response to the first request. */
export const redirectToShown = (c: PageContext, { id }: Pick<TokenRow, 'id'>) =>
  c.redirect(`${DASHBOARD_PATHS.token(id)}?shown=1`, 303);

const shownNote = (token: TokenRow) =>
  html`<p class="note warning" role="status">The value of this token was shown once, when it was made. ${isRollable(token) && html`If you did not copy it, <a href="${DASHBOARD_PATHS.rollToken(token.id)}">roll the token</a> to get a new one.`}</p>`;

const isRollable = ({ revokedAt, successor }: TokenRow) => !revokedAt && !successor;

function actions(token: TokenRow, now: Date) {
  const { id } = token;
  return html`<div class="buttons"><a class="button quiet" href="${DASHBOARD_PATHS.renameToken(id)}">Rename</a>
${isRollable(token) && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(id)}">Roll</a>`}
${stateOf(token, now) === 'usable' && html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(id)}">Revoke</a>`}</div>`;
}
