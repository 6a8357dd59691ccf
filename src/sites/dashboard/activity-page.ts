// The activity page: what was done to the account, its sessions and tokens, or to one token.
import { html } from 'hono/html';
import { type ActivityRow, readActivity } from '../../accounts/read-activity.ts';
import { actionName, isRefusal } from '../../accounts/security-events.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { agentName } from './agent-name.ts';
import type { PageHandler } from './context.ts';
import { type Column, olderLink, table } from './elements.ts';
import { plural, secondElement } from './formats.ts';
import { respondPage } from './layout.ts';

const ROWS_PER_PAGE = 50;

const ROW_ID = /^\d{1,18}$/;

export const activityPage: PageHandler = async (c) => {
  const { token: given = '', before = '' } = c.req.query();
  const token = parseId(given);
  const filter = { token, before: ROW_ID.test(before) ? BigInt(before) : undefined };
  const { rows, hasOlder } = await readActivity(c.env.db, c.var.user.id, filter, ROWS_PER_PAGE);
  const last = rows.at(-1);
  return respondPage(c, {
    title: 'Activity',
    content: html`
<h1>Activity</h1>
<p class="muted">
  What happened to ${token ? 'one of your tokens' : 'your account, sessions and tokens'} in the last
  ${plural(c.env.config.activityDays, 'day')}. Times are in UTC.
  ${token && html`<a href="${DASHBOARD_PATHS.activity}">All activity</a>`}
</p>
${
  rows.length > 0
    ? html`<div class="card flush">${table('cards compact', COLUMNS, rows)}</div>`
    : html`<p role="status">No activity yet.</p>`
}
${hasOlder && last && olderLink(DASHBOARD_PATHS.activity, last, token ? { token: given } : {})}`,
  });
};

const tokenOf = ({ tokenId, tokenName, predecessorId }: ActivityRow) =>
  tokenId &&
  html`
<a href="${DASHBOARD_PATHS.token(tokenId)}"><bdi>${tokenName}</bdi></a>
${
  predecessorId &&
  html`<span class="muted">replaces <a href="${DASHBOARD_PATHS.token(predecessorId)}">token ${predecessorId}</a></span>`
}`;

const COLUMNS: Column<ActivityRow>[] = [
  {
    head: 'Action',
    class: 'nowrap',
    cell: ({ action }) =>
      html`<span${isRefusal(action) && html` class="warn"`}>${actionName(action)}</span>`,
  },
  { head: 'Time, UTC', cell: ({ at }) => secondElement(at) },
  { head: 'Token', cell: tokenOf },
  { head: 'From', cell: from },
];

function from({ through, address, agent, processOwner }: ActivityRow) {
  if (through === 'command') return html`<span>an operator, <bdi>${processOwner}</bdi></span>`;
  const how = through === 'provider' && ', by the sign-in provider';
  return html`
<span><bdi>${address}</bdi>, <bdi title="${agent ?? ''}">${agentName(agent)}</bdi>${how}</span>`;
}
