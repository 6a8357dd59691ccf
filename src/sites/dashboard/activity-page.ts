// The activity page: what was done to the account, its sessions and tokens, or to one token.
import { html } from 'hono/html';
import { type ActivityRow, readActivity } from '../../accounts/read-activity.ts';
import { actionName, isRefusal } from '../../accounts/security-events.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { agentName } from './agent-name.ts';
import type { PageHandler } from './context.ts';
import { type Column, pager, table } from './elements.ts';
import { plural, secondElement } from './formats.ts';
import { respondPage } from './layout.ts';

const ROWS_PER_PAGE = 50;

export const activityPage: PageHandler = async (c) => {
  const { id, session } = c.var.user;
  const { token: given = '', before = '' } = c.req.query();
  const token = parseId(given);
  const isFirst = !/^\d{1,18}$/.test(before);
  const { rows, hasOlder } = await readActivity(
    c.env.db,
    id,
    { token, ...(!isFirst && { before: BigInt(before) }) },
    ROWS_PER_PAGE,
  );
  const place = { isFirst, before: hasOlder ? rows.at(-1)?.id : undefined };
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
    ? html`<div class="card flush">${table('cards compact', columnsOf(session.id), rows)}</div>`
    : html`<p role="status">No activity yet.</p>`
}
${pager(DASHBOARD_PATHS.activity, token ? { token: given } : {}, place)}`,
  });
};

const columnsOf = (ownSessionId: number): Column<ActivityRow>[] => [
  {
    head: 'Action',
    class: 'nowrap',
    cell: ({ action }) =>
      html`<span${isRefusal(action) && html` class="warn"`}>${actionName(action)}</span>`,
  },
  { head: 'Time, UTC', cell: ({ at }) => secondElement(at) },
  { head: 'Token', cell: tokenOf },
  { head: 'From', cell: (row) => from(row, ownSessionId) },
];

const tokenOf = ({ tokenId, tokenName, predecessorId }: ActivityRow) =>
  tokenId &&
  html`
<a href="${DASHBOARD_PATHS.token(tokenId)}"><bdi>${tokenName}</bdi></a>
${
  predecessorId &&
  html`<span class="muted">replaces <a href="${DASHBOARD_PATHS.token(predecessorId)}">token ${predecessorId}</a></span>`
}`;

function from(
  { through, address, agent, processOwner, sessionId }: ActivityRow,
  ownSessionId: number,
) {
  if (through === 'command') return html`<span>an operator, <bdi>${processOwner}</bdi></span>`;
  const how = through === 'provider' && ', by the sign-in provider';
  const isOwn = sessionId === ownSessionId;
  return html`
<span>
  <bdi>${address}</bdi>, <bdi title="${agent ?? ''}">${agentName(agent)}</bdi>${how}
  ${isOwn && html`<span class="badge">This session</span>`}
</span>`;
}
