// The failed requests of all tokens, those that filters select, or those whose request IDs are in a pasted text.
import { html } from 'hono/html';
import { z } from 'zod';
import { findToken } from '../../accounts/tokens.ts';
import { FAILURES } from '../../operation/failures.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { isoDay } from '../../time.ts';
import {
  type FailedRequestFilter,
  readFailedRequests,
  tokensWithFailures,
} from '../../usage/failed-requests.ts';
import { FAILED_REQUEST_DAYS } from '../../usage/retention.ts';
import type { PageContext, PageHandler } from './context.ts';
import { failedRequestList } from './failed-requests.ts';
import { plural } from './formats.ts';
import { respondDashboardPage } from './layout.ts';

/** A token has no more. */
const MOST_SHOWN = 100;

const REQUEST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const MOST_IDS = 20;
const LONGEST_TEXT = 2_000;

/** The IDs in a header, a line of a log, or whatever else they are copied with. */
const requestIdsIn = (text: string) =>
  [...text.matchAll(REQUEST_ID)].slice(0, MOST_IDS).map(([id]) => id.toLowerCase());

/** In this century: the database has no year 0, and JavaScript no day after its last one. */
const DAY = /^20/;

/** The filter in the query; what isn't one selects nothing less. */
function filterOf({ id = '', token = '', status = '', day = '' }: Record<string, string>) {
  return {
    token: parseId(token),
    status: STATUSES.find((one) => `${one}` === status),
    day: DAY.test(day) && z.iso.date().safeParse(day).success ? new Date(day) : undefined,
    requestIds: id.trim() === '' ? undefined : requestIdsIn(id),
  };
}

/** The statuses of errors. */
const STATUSES = [...new Set(Object.values(FAILURES).map(({ status }) => status))].toSorted(
  (a, b) => a - b,
);

export const requestsPage: PageHandler = async (c) => {
  const filter = filterOf(c.req.query());
  const { requestIds } = filter;
  const found = await readFailedRequests(c.env.db, c.var.user.id, filter, MOST_SHOWN);
  const kinds = found.map((kind) => ({
    ...kind,
    requests: kind.requests.filter(
      ({ requestId }) => requestIds?.includes(requestId) ?? true,
    ),
  }));
  return respondDashboardPage(c, {
    title: 'Failed requests',
    content: html`
<h1>Failed requests</h1>
<p class="muted">
  See why requests failed and what to do about it.
  ${c.req.url.includes('?') && html`<a href="${DASHBOARD_PATHS.requests}">All failed requests</a>`}
</p>
${await filterForm(c, filter)}
${failedRequestList(c, kinds, requestIds && notFound(requestIds))}`,
  });
};

/** Those that have failed requests, and the chosen one, of which only values it replaced may have some. */
async function tokensToChoose({ env: { db }, var: { user } }: PageContext, chosen?: number) {
  const failed = await tokensWithFailures(db, user.id);
  if (chosen === undefined || failed.some(({ id }) => id === chosen)) return failed;
  const token = await findToken(db, user.id, chosen);
  return token ? [token, ...failed] : failed;
}

async function filterForm(c: PageContext, { token, status, day }: FailedRequestFilter) {
  const tokens = await tokensToChoose(c, token);
  const option = (value: number, label: string, chosen: number | undefined) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
  return html`
<form method="get" action="${DASHBOARD_PATHS.requests}" class="filter" role="search">
  <label>
    Token
    <select name="token">
      <option value="">All tokens</option>
      ${tokens.map(({ id, name, lastFour }) => option(id, `${name} …${lastFour}`, token))}
    </select>
  </label>
  <label>
    Status
    <select name="status">
      <option value="">All statuses</option>
      ${STATUSES.map((one) => option(one, String(one), status))}
    </select>
  </label>
  <label>Day, UTC <input name="day" type="date" value="${day && isoDay(day)}"></label>
  <label class="wide">
    Request ID, from the header <code>X-Request-Id</code>
    <input name="id" class="mono" value="${c.req.query('id')}" maxlength="${LONGEST_TEXT}" autocomplete="off"
      spellcheck="false">
  </label>
  <button type="submit" class="quiet">Find</button>
</form>`;
}

const notFound = (requestIds: readonly string[]) =>
  requestIds.length > 0
    ? `No failed request of the last ${plural(FAILED_REQUEST_DAYS, 'day')} has this ID. Requests that succeeded \
aren’t listed.`
    : 'There’s no request ID in this text. It looks like 3f2504e0-4f89-41d3-9a0c-0305e82c3301.';
