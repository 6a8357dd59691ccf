// The page of usage: of all tokens together, and of each, in pages.
import { html } from 'hono/html';
import { pageOf } from '../../accounts/token-list.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries } from '../../usage/reads.ts';
import type { PageHandler } from './context.ts';
import { respondPage } from './layout.ts';
import { faultNote, pageLinks, queryText } from './list-query.ts';
import { tokenFilterForm } from './token-filter.ts';
import { stateBadge } from './token-fragments.ts';
import { PERIOD_NAMES, totalCells, usageFigure } from './usage-figure.ts';
import { readUsedTokens, USAGE_ORDERS, type UsedToken } from './usage-list.ts';

export const usagePage: PageHandler = async (c) => {
  const now = c.get('now');
  const { period, filter, faults, tokens, counts } = await readUsedTokens(c);
  const series = await readSeries(c.env.db, { userId: c.get('user').id }, period, now);
  const { page, ...kept } = { ...filter, period };
  const { rows, ...place } = pageOf(tokens, page ?? 1);
  const path = DASHBOARD_PATHS.usage;
  const isFaulty = faults.length > 0;
  const results = html`${tokenTable(rows, now)}${pageLinks(path, place, kept)}`;
  return respondPage(c, {
    title: 'Usage',
    section: 'Usage',
    status: isFaulty ? 400 : 200,
    content: html`<h1>Usage</h1>
${
  counts.all === 0 && !isFaulty
    ? FIRST_TOKEN
    : html`${usageFigure({ heading: 'All tokens', path, period, series })}
<section aria-labelledby="each"><div class="figure-head"><h2 id="each">Each token, ${PERIOD_NAMES[period]}</h2>${rows.length > 0 && html`<a class="button quiet" href="${DASHBOARD_PATHS.usageCsv}${queryText(kept)}" download>Download CSV</a>`}</div>
${tokenFilterForm({ path, filter, counts, orders: USAGE_ORDERS, versions: c.env.versions, kept: { period } })}
${isFaulty ? faultNote(faults) : results}</section>`
}`,
  });
};

const FIRST_TOKEN = html`<p>No token yet. <a href="${DASHBOARD_PATHS.newToken}">Create your first one</a>.</p>`;

const tokenTable = (tokens: readonly UsedToken[], now: Date) =>
  tokens.length === 0
    ? html`<p>No token matches.</p>`
    : html`<div class="card flush"><table class="cards compact" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col" class="end">Calls</th><th role="columnheader" scope="col" class="end">Refused</th><th role="columnheader" scope="col" class="end">Throttled</th><th role="columnheader" scope="col" class="end">Replayed</th></tr></thead>
<tbody role="rowgroup">${tokens.map((used) => tokenLine(used, now))}</tbody></table></div>`;

const tokenLine = ({ token, totals }: UsedToken, now: Date) => html`
<tr role="row"><th role="rowheader" scope="row"><a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${stateBadge(token, now)}</th>${totalCells(totals)}</tr>`;
