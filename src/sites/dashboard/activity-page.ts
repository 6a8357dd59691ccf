// The activity page: what was done to the account, its sessions and tokens, with a filter; and its CSV file.
import { html } from 'hono/html';
import { z } from 'zod';
import { type ActivityRow, readActivity, readAllActivity } from '../../accounts/read-activity.ts';
import { ACTIONS, actionName, isRefusal } from '../../accounts/security-events.ts';
import { tokensIn } from '../../accounts/token-rules.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageHandler } from './context.ts';
import {
  agentName,
  type Column,
  day,
  plural,
  respondPage,
  respondProblem,
  second,
  table,
} from './layout.ts';
import * as lists from './lists.ts';

const ROWS_PER_PAGE = 50;

/** Date inputs can send years of any length. */
const DAY = z.iso
  .date()
  .regex(/^20/)
  .transform((text) => new Date(text));
const ROW = lists.pattern(/^\d{1,18}$/).transform(BigInt);

const RULES = {
  action: [z.enum(ACTIONS), 'Choose an action from the list.'],
  token: lists.TOKEN,
  from: [DAY, 'The first day must be a date, such as 2026-01-31.'],
  to: [DAY, 'The last day must be a date, such as 2026-01-31.'],
  before: [ROW, 'This page doesn’t exist.'],
  after: [ROW, 'This page doesn’t exist.'],
} as const;

function parseQuery(query: Readonly<Record<string, string>>) {
  const { values, fault } = lists.parseQuery(query, RULES);
  const { before, after, ...filter } = values;
  const { from, to, ...others } = filter;
  const isReversed = from && to && from > to;
  return {
    filter,
    values,
    kept: { ...others, from: from && day(from), to: to && day(to) },
    isFiltered: Object.keys(filter).length > 0,
    fault: [fault, isReversed && 'The last day is before the first.'].filter(Boolean).join(' '),
  };
}

type Query = ReturnType<typeof parseQuery>;

export const activityPage: PageHandler = async (c) => {
  const { db, config } = c.env;
  const { id: userId, session } = c.get('user');
  const query = parseQuery(c.req.query());
  const { values, kept, isFiltered, fault } = query;
  const [tokens, list] = await Promise.all([
    listTokens(db, userId, { OR: [tokensIn('usable', c.get('now')), { id: values.token ?? 0 }] }),
    fault ? undefined : readActivity(db, userId, values, ROWS_PER_PAGE),
  ]);
  const path = DASHBOARD_PATHS.activity;
  return respondPage(c, {
    title: 'Activity',
    status: fault ? 400 : 200,
    content: html`<div class="figure-head"><div><h1>Activity</h1>
<p class="muted">What happened to your account, sessions and tokens in the last ${plural(config.retention.activityDays, 'day')}. Times are in UTC.</p></div>
${list && list.rows.length > 0 && lists.csvLink(DASHBOARD_PATHS.activityCsv, kept)}</div>
${(list?.rows.length !== 0 || isFiltered) && filterForm(path, query, tokens)}
${list ? html`${found(list.rows, session.id, isFiltered)}${places(path, list, kept)}` : lists.faultNote(fault)}`,
  });
};

const ACTION_NAMES = ACTIONS.map((one) => [one, actionName(one)] as const);

const filterForm = (path: string, { kept, isFiltered }: Query, tokens: readonly TokenRow[]) =>
  lists.filterForm(
    path,
    'Activity',
    html`
${lists.select('action', 'Action', ACTION_NAMES, kept.action)}
${lists.select('token', 'Token', lists.tokenChoices(tokens), kept.token)}
<label>First day, UTC<input type="date" name="from" value="${kept.from ?? ''}"></label>
<label>Last day, UTC<input type="date" name="to" value="${kept.to ?? ''}"></label>`,
    isFiltered && html`<p class="result"><a href="${path}">All activity</a></p>`,
  );

function found(rows: readonly ActivityRow[], sessionId: number, isFiltered: boolean) {
  if (rows.length === 0)
    return html`<p role="status">${isFiltered ? 'No activity matches.' : 'No activity yet.'}</p>`;
  // The current session is only labeled if there are others.
  const own = rows.every((row) => row.sessionId === sessionId) ? undefined : sessionId;
  const columns: Column<ActivityRow>[] = [
    {
      head: 'Action',
      class: 'nowrap',
      cell: ({ action }) =>
        html`<span${isRefusal(action) && html` class="warn"`}>${actionName(action)}</span>`,
    },
    {
      head: 'Time, UTC',
      label: 'Time',
      cell: ({ at }) => html`<time datetime="${at.toISOString()}">${second(at)}</time>`,
    },
    { head: 'Token', cell: tokenOf },
    { head: 'From', cell: (row) => from(row, own) },
  ];
  return html`<div class="card flush">${table('cards compact', columns, rows)}</div>`;
}

const tokenOf = ({ tokenId, tokenName, predecessorId }: ActivityRow) =>
  tokenId &&
  html`<a href="${DASHBOARD_PATHS.token(tokenId)}"><bdi>${tokenName}</bdi></a>${predecessorId && html` <span class="muted">replaces <a href="${DASHBOARD_PATHS.token(predecessorId)}">token ${predecessorId}</a></span>`}`;

function from(
  { through, address, agent, processOwner, sessionId }: ActivityRow,
  own: number | undefined,
) {
  if (through === 'command') return html`<span>an operator, <bdi>${processOwner}</bdi></span>`;
  const how = through === 'provider' && ', by the sign-in provider';
  return html`<span><bdi>${address}</bdi>, <bdi title="${agent ?? ''}">${agentName(agent)}</bdi>${how}${sessionId === own && html` <span class="badge">This session</span>`}</span>`;
}

type List = Awaited<ReturnType<typeof readActivity>>;

function places(path: string, { rows, hasNewer, hasOlder }: List, kept: Query['kept']) {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!hasNewer && !hasOlder) return '';
  return html`<nav class="pages" aria-label="Pages of activity">
${hasNewer && lists.pageLink('prev', 'Newer', path, { ...kept, after: first?.id })}
${hasOlder && last && lists.pageLink('next', 'Older', path, { ...kept, before: last.id })}
</nav>`;
}

export const activityCsv: PageHandler = async (c) => {
  const { filter, fault } = parseQuery(c.req.query());
  if (fault) return respondProblem(c, 400, 'Invalid filter', fault);
  return lists.respondCsv(c, 'activity', readAllActivity(c.env.db, c.get('user').id, filter), {
    'Time (UTC)': ({ at }) => at.toISOString(),
    Action: ({ action }) => action,
    'Token ID': ({ tokenId }) => tokenId,
    Token: ({ tokenName }) => tokenName,
    'Replaced token ID': ({ predecessorId }) => predecessorId,
    Through: ({ through }) => through,
    Address: ({ address }) => address,
    Agent: ({ agent }) => agent,
    'Session ID': ({ sessionId }) => sessionId,
    Operator: ({ processOwner }) => processOwner,
  });
};
