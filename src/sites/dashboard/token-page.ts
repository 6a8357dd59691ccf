// The page of one token: its properties, its usage, its failed requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/authenticate.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readFailedRequests } from '../../usage/failed-requests.ts';
import { readSeries } from '../../usage/reads.ts';
import type { PageContext, PageHandler } from './context.ts';
import { failedRequestList } from './failed-requests.ts';
import { respondDashboardPage } from './layout.ts';
import * as shown from './token-facts.ts';
import { usageFigure } from './usage-figure.ts';

const REQUESTS_SHOWN = 10;

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const { token, now } = c.var;
  const { id, name, lastFour, userId } = token;
  const [series, failed] = await Promise.all([
    readSeries(db, { userId, tokenId: id }, now),
    readFailedRequests(db, userId, { token: id }, REQUESTS_SHOWN),
  ]);
  const heading = token.predecessor ? 'Usage, including old values' : 'Usage';
  return respondDashboardPage(c, {
    title: `${name} …${lastFour}`,
    section: 'Tokens',
    content: html`
<p class="up"><a href="${DASHBOARD_PATHS.settings}">Tokens</a></p>
<div class="head">
  <h1>${shown.tokenName(token)} ${shown.stateBadge(token, now)}</h1>
  <div class="buttons">${buttons(c)}</div>
</div>
${c.req.query('shown') !== undefined && shownNote(token)}
<div class="card">
  ${shown.expiryWarning(token, now)}
  ${shown.urlWarning(token, now)}
  ${shown.tokenFacts(c)}
</div>
${usageFigure(heading, series)}
<section aria-labelledby="requests">
  <h2 id="requests">Recent failed requests</h2>
  ${failedRequestList(c, failed)}
  <p><a href="${DASHBOARD_PATHS.requests}?token=${id}">All failed requests of this token</a></p>
</section>`,
  });
};

function buttons(c: PageContext) {
  const token = c.var.token;
  const isUsable = stateOf(token, c.var.now) === 'usable';
  return html`
<a class="button quiet" href="${DASHBOARD_PATHS.renameToken(token.id)}">Rename</a>
${isRollable(token) && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(token.id)}">Roll</a>`}
${isUsable && html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">Revoke</a>`}`;
}

const shownNote = (token: TokenRow) => html`
<p class="note warning" role="status">
  This token’s value was shown once, when you created it.
  ${isRollable(token) && rollAdvice(token)}
</p>`;

const rollAdvice = ({ id }: TokenRow) => html`
If you didn’t copy it, <a href="${DASHBOARD_PATHS.rollToken(id)}">roll the token</a> to get a new one.`;

const isRollable = ({ revokedAt, successor }: TokenRow) => !revokedAt && !successor;
