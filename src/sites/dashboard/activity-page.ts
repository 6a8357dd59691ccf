// The page of the activity (D50): what was done to the account, its sessions and its tokens, with a filter.
import { html } from 'hono/html';
import { type ActivityRow, readActivity } from '../../accounts/read-activity.ts';
import { actionName, isRefusal } from '../../accounts/security-events.ts';
import { tokensIn } from '../../accounts/token-state.ts';
import { listTokens } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { activityFilterForm, isFiltered, parseActivityQuery, queryOf } from './activity-filter.ts';
import { agentName } from './agent-name.ts';
import type { PageContext, PageHandler } from './context.ts';
import { plural, second } from './format.ts';
import { respondPage } from './layout.ts';
import { faultNote, queryText } from './list-query.ts';

const ROWS_PER_PAGE = 50;

export const activityPage: PageHandler = async (c) => {
  const { db, config } = c.env;
  const { id: userId } = c.get('user');
  const { filter, place, faults } = parseActivityQuery(c.req.query());
  const isFaulty = faults.length > 0;
  const [tokens, list] = await Promise.all([
    listTokens(db, userId, { OR: [tokensIn('usable', c.get('now')), { id: filter.token ?? 0 }] }),
    isFaulty ? undefined : readActivity(db, userId, { ...filter, ...place }, ROWS_PER_PAGE),
  ]);
  const kept = queryOf(filter);
  return respondPage(c, {
    title: 'Activity',
    section: 'Activity',
    status: isFaulty ? 400 : 200,
    content: html`<div class="figure-head"><div><h1>Activity</h1>
<p class="muted">What was done to your account, its sessions and its tokens: kept for ${plural(config.retention.activityDays, 'day')}, times in UTC.</p></div>
${list && list.rows.length > 0 && html`<a class="button quiet" href="${DASHBOARD_PATHS.activityCsv}${queryText(kept)}" download>Download CSV</a>`}</div>
${(list?.rows.length !== 0 || isFiltered(filter)) && activityFilterForm(filter, tokens)}
${list ? html`${table(c, list.rows, isFiltered(filter))}${places(list, kept)}` : faultNote(faults)}`,
  });
};

function table(c: PageContext, rows: readonly ActivityRow[], isFiltered: boolean) {
  const { id } = c.get('user').session;
  const own = rows.every(({ sessionId }) => sessionId === id) ? undefined : id;
  return rows.length === 0
    ? html`<p role="status">${isFiltered ? 'No activity matches.' : 'No activity yet.'}</p>`
    : html`<div class="card flush"><table class="cards compact" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Action</th><th role="columnheader" scope="col">Time, UTC</th><th role="columnheader" scope="col">Token</th><th role="columnheader" scope="col">From</th></tr></thead>
<tbody role="rowgroup">${rows.map((row) => line(row, own))}</tbody></table></div>`;
}

const line = (row: ActivityRow, own: number | undefined) => html`
<tr role="row"><th role="rowheader" scope="row" class="nowrap"><span${isRefusal(row.action) && html` class="warn"`}>${actionName(row.action)}</span></th>
<td role="cell" data-label="Time"><time datetime="${row.at.toISOString()}">${second(row.at)}</time></td>
<td role="cell"${row.tokenId && html` data-label="Token"`}>${tokenOf(row)}</td>
<td role="cell" data-label="From">${from(row, own)}</td></tr>`;

const tokenOf = ({ tokenId, tokenName, predecessorId }: ActivityRow) =>
  tokenId &&
  html`<a href="${DASHBOARD_PATHS.token(tokenId)}"><bdi>${tokenName}</bdi></a>${predecessorId && html` <span class="muted">replaces <a href="${DASHBOARD_PATHS.token(predecessorId)}">token ${predecessorId}</a></span>`}`;

/** The address and the browser, or the operator. The own session is named where there are others. */
function from({ through, address, agent, processOwner, sessionId }: ActivityRow, own: number | undefined) {
  if (through === 'command') return html`<span>an operator, <bdi>${processOwner}</bdi></span>`;
  const how = through === 'provider' && ', by the provider of the sign-in';
  return html`<span><bdi>${address}</bdi>, <bdi title="${agent ?? ''}">${agentName(agent)}</bdi>${how}${sessionId === own && html` <span class="badge">This session</span>`}</span>`;
}

type List = Awaited<ReturnType<typeof readActivity>>;

function places({ rows, hasNewer, hasOlder }: List, kept: Readonly<Record<string, unknown>>) {
  const link = (rel: string, name: string, place: object) =>
    html`<a class="button quiet" rel="${rel}" href="${DASHBOARD_PATHS.activity}${queryText({ ...kept, ...place })}">${name}</a>`;
  const [first, last] = [rows[0], rows.at(-1)];
  if (!hasNewer && !hasOlder) return '';
  return html`<nav class="pages" aria-label="Pages of activity">
${hasNewer && link('prev', 'Newer', first ? { after: first.id } : {})}
${hasOlder && last && link('next', 'Older', { before: last.id })}
</nav>`;
}
