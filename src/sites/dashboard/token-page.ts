// The page of one token: its properties, its usage, its last refused requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries } from '../../usage/reads.ts';
import { readRefusedRequests } from '../../usage/refused-requests.ts';
import { changeOver } from './change-over.ts';
import type { PageContext, PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { refusedRequestList } from './refused-request-list.ts';
import { expiryWarning, stateBadge, tokenFacts, urlWarning } from './token-fragments.ts';
import { parsePeriod, usageFigure } from './usage-figure.ts';

const REFUSED_SHOWN = 10;

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [token, now] = [c.get('token'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const owned = { userId: token.userId, tokenId: token.id };
  const [series, refused] = await Promise.all([
    readSeries(db, owned, period, now),
    readRefusedRequests(db, token.userId, { token: token.id }, { page: 1, size: REFUSED_SHOWN }),
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
${changeOver(c)}
${usageFigure({ heading: token.predecessor ? 'Usage, with its old values' : 'Usage', path: DASHBOARD_PATHS.token(token.id), tokenId: token.id, period, series })}
<section aria-labelledby="requests"><h2 id="requests">Recent refused requests</h2>
${refusedRequestList(c, refused.rows, { withToken: false })}
${refused.pages > 1 && html`<p><a href="${DASHBOARD_PATHS.requests}?token=${token.id}">All refused requests of this token</a></p>`}</section>`,
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
