// The page of one token: its properties, its usage, its failed requests.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/authenticate.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readFailedRequests } from '../../usage/failed-requests.ts';
import { readSeries } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { failedRequestList } from './failed-requests.ts';
import { respondDashboardPage } from './layout.ts';
import * as shown from './token-facts.ts';
import { usageFigure } from './usage-figure.ts';

const REQUESTS_SHOWN = 10;

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const { token, now } = c.var;
  const { id, name, lastFour, userId } = token;
  const isRollable = !token.revokedAt && !token.successor;
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
  <div class="buttons">
    <a class="button quiet" href="${DASHBOARD_PATHS.renameToken(id)}">Rename</a>
    ${isRollable && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(id)}">Roll</a>`}
    ${
      stateOf(token, now) === 'usable' &&
      html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(id)}">Revoke</a>`
    }
  </div>
</div>
${
  c.req.query('shown') !== undefined &&
  html`
<p class="note warning" role="status">
  This token’s value was shown once, when you created it.
  ${
    isRollable &&
    html`If you didn’t copy it, <a href="${DASHBOARD_PATHS.rollToken(id)}">roll the token</a> to get a new one.`
  }
</p>`
}
<div class="card">
  ${shown.expiryWarning(token, now)}
  ${shown.urlWarning(token, now)}
  ${shown.tokenFacts(c)}
</div>
${usageFigure(heading, series, `${DASHBOARD_PATHS.requests}?token=${id}&`)}
<section aria-labelledby="requests">
  <h2 id="requests">Recent failed requests</h2>
  ${failedRequestList(c, failed)}
  ${
    failed.length > 0 &&
    html`<p><a href="${DASHBOARD_PATHS.requests}?token=${id}">All failed requests of this token</a></p>`
  }
</section>`,
  });
};
