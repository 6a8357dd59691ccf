// The usage of all tokens together, and of each one that was used.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAYS, readSeries, readTotals, type TokenTotals } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { table } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { tokenName } from './token-facts.ts';
import { TOTAL_COLUMNS, usageFigure } from './usage-figure.ts';

const COLUMNS = [
  {
    head: 'Token',
    cell: (token: TokenTotals) =>
      html`<a href="${DASHBOARD_PATHS.token(token.id)}">${tokenName(token)}</a>`,
  },
  ...TOTAL_COLUMNS,
];

export const usagePage: PageHandler = async (c) => {
  const { db } = c.env;
  const { id: userId } = c.var.user;
  const [series, totals] = await Promise.all([
    readSeries(db, { userId }, c.var.now),
    readTotals(db, userId, c.var.now),
  ]);
  return respondDashboardPage(c, {
    title: 'Usage',
    content: html`
<h1>Usage</h1>
${usageFigure('All tokens', series, `${DASHBOARD_PATHS.requests}?`)}
${
  totals.length > 0 &&
  html`
<section aria-labelledby="each">
  <h2 id="each">Most used tokens, last ${DAYS} days</h2>
  <div class="card flush">${table('cards compact', COLUMNS, totals)}</div>
</section>`
}`,
  });
};
