// The page of usage: of all tokens together, and of each.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries, readTotals, type Totals } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { stateBadge } from './token-fragments.ts';
import { PERIOD_NAMES, parsePeriod, totalCells, usageFigure } from './usage-figure.ts';

export const usagePage: PageHandler = async (c) => {
  const { db } = c.env;
  const [{ id: userId }, now] = [c.get('user'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const [tokens, series, totals] = await Promise.all([
    listTokens(db, userId),
    readSeries(db, { userId }, period, now),
    readTotals(db, userId, period, now),
  ]);
  const used = tokens.filter((token) => stateOf(token, now) === 'usable' || totals(token.id).calls > 0);
  return respondPage(c, {
    title: 'Usage',
    section: 'Usage',
    content: html`<h1>Usage</h1>
${usageFigure({ heading: 'All tokens', path: DASHBOARD_PATHS.usage, period, series })}
<section aria-labelledby="each"><h2 id="each">Each token, ${PERIOD_NAMES[period]}</h2>${tokenTable(used, totals, now)}</section>`,
  });
};

const tokenTable = (tokens: readonly TokenRow[], totals: (id: number) => Totals, now: Date) =>
  tokens.length === 0
    ? html`<p class="card empty-line">No token yet. <a href="${DASHBOARD_PATHS.newToken}">Create your first one</a>.</p>`
    : html`<div class="card flush"><table class="cards compact" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col" class="end">Calls</th><th role="columnheader" scope="col" class="end">Refused</th><th role="columnheader" scope="col" class="end">Throttled</th><th role="columnheader" scope="col" class="end">Replayed</th></tr></thead>
<tbody role="rowgroup">${tokens.map((token) => tokenLine(token, totals(token.id), now))}</tbody></table></div>`;

const tokenLine = (token: TokenRow, totals: Totals, now: Date) => html`
<tr role="row"><th role="rowheader" scope="row"><a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${stateBadge(token, now)}</th>${totalCells(totals)}</tr>`;
