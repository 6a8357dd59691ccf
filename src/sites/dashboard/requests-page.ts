// The page of the recent refused requests of all tokens, with a filter by token, time, status, code and request id.

import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../../time.ts';
import { readTotalsOf, type Span } from '../../usage/reads.ts';
import { type RefusedFacets, readRefusedFacets, readRefusedRequests } from '../../usage/refused-requests.ts';
import type { PageContext, PageHandler } from './context.ts';
import { day, plural } from './format.ts';
import { respondPage } from './layout.ts';
import { faultNote, filterForm, PAGE, pageLinks, parseQuery, pattern, select, TOKEN, tokenChoices } from './lists.ts';
import { keptNote, refusedRequestList } from './refused-request-list.ts';
import { inWords } from './usage-figure.ts';

const ROWS_PER_PAGE = 20;
const MAX_ID_LENGTH = 100;

/** A time is a day of UTC, such as 2026-01-31, or an hour of it, such as 2026-01-31T09. */
const isDay = (time: string) => time.length === 'YYYY-MM-DD'.length;

function spanOf(time: string): Span {
  const start = new Date(isDay(time) ? time : `${time}:00Z`);
  return { start, end: new Date(start.getTime() + (isDay(time) ? DAY_MILLISECONDS : HOUR_MILLISECONDS)) };
}

/** False for the 31st of a shorter month, which a Date takes for a day of the next. */
function isTime(time: string): boolean {
  const { start } = spanOf(time);
  return !Number.isNaN(start.getTime()) && time.startsWith(day(start));
}

const nameOfTime = (time: string) =>
  isDay(time) ? time : `${time.replace('T', ' ')}:00 to ${time.slice(-'HH'.length)}:59`;

const RULES = {
  token: TOKEN,
  status: [pattern(/^[45]\d\d$/).transform(Number), 'The status is a number from 400 to 599.'],
  code: [pattern(/^[A-Z_]{1,50}$/), 'The code is a word of capital letters, such as NOT_FOUND.'],
  time: [
    pattern(/^20\d\d-\d\d-\d\d(T([01]\d|2[0-3]))?$/).refine(isTime),
    'The time is a day, such as 2026-01-31, or an hour of UTC, such as 2026-01-31T09.',
  ],
  page: PAGE,
  id: [pattern(/^[\w-]{1,100}$/).toLowerCase(), 'A request id has letters, digits and hyphens.'],
} as const;

const parseFilter = (query: Readonly<Record<string, string>>) => parseQuery(query, RULES);

type Filter = ReturnType<typeof parseFilter>['values'];

const isFiltered = ({ page: _, ...filter }: Filter) => Object.keys(filter).length > 0;

export const requestsPage: PageHandler = async (c) => {
  const { db } = c.env;
  const { id: userId } = c.get('user');
  const { values, fault } = parseFilter(c.req.query());
  const { page: wanted = 1, time, ...others } = values;
  const filter = { ...others, time: time === undefined ? undefined : spanOf(time) };
  const [facets, { rows, ...place }, calls] = await Promise.all([
    readRefusedFacets(db, userId),
    fault
      ? { rows: [], page: 1, pages: 1 }
      : readRefusedRequests(db, userId, filter, { page: wanted, size: ROWS_PER_PAGE }),
    time === undefined ? '' : callsOf(c, time, others.token),
  ]);
  const miss = Object.keys(values).join() === 'id' ? 'has this id' : 'matches';
  const found =
    rows.length > 0 || !isFiltered(values)
      ? html`${refusedRequestList(c, rows, { withToken: others.token === undefined, isOpen: values.id !== undefined })}
${pageLinks(DASHBOARD_PATHS.requests, place, values, 'refused requests')}`
      : html`<p role="status">No refused request of your tokens ${miss}. ${keptNote(c)}</p>`;
  return respondPage(c, {
    title: 'Refused requests',
    status: fault ? 400 : 200,
    content: html`<h1>Refused requests</h1>
<p class="muted">Why requests were refused, and what to do about it. Every response has its request id in the header <code>X-Request-Id</code>.</p>
${(facets.tokens.length > 0 || isFiltered(values)) && requestFilterForm(c, values, facets)}
${calls}
${fault ? faultNote(fault) : found}`,
  });
};

/** The choices are the values of the stored requests, and the chosen value; of time, the days of which requests are kept. */
function requestFilterForm(c: PageContext, filter: Filter, { tokens, statuses, codes }: RefusedFacets) {
  const now = c.get('now').getTime();
  const keptDays = c.env.config.retention.refusedRequestDays;
  const lastDays = Array.from({ length: keptDays + 1 }, (_, n) => day(new Date(now - n * DAY_MILLISECONDS)));
  const times = [...new Set([...lastDays, ...(filter.time ? [filter.time] : [])])];
  const choices = times.map((time) => [time, nameOfTime(time)] as const);
  return filterForm(
    DASHBOARD_PATHS.requests,
    'Refused requests',
    html`${select('token', 'Token', tokenChoices(tokens), filter.token)}
${select('time', 'Time, UTC', choices, filter.time)}
${select('status', 'Status', statuses, filter.status)}
${select('code', 'Code', codes, filter.code)}
<label class="wide">Request id<input name="id" class="mono" value="${filter.id ?? ''}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"></label>`,
    isFiltered(filter) && html`<p class="result"><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`,
  );
}

/** How often the tokens of the filter were used at a time, of which the refused requests alone are kept. */
async function callsOf(c: PageContext, time: string, tokenId: number | undefined) {
  const span = spanOf(time);
  const totals = await readTotalsOf(c.env.db, { userId: c.get('user').id, tokenId }, span);
  const { refusedRequestDays } = c.env.config.retention;
  const isGone = span.end.getTime() < c.get('now').getTime() - refusedRequestDays * DAY_MILLISECONDS;
  return html`<p class="note">${nameOfTime(time)} UTC, ${tokenId === undefined ? 'all tokens' : 'this token'}: ${inWords(totals)}.
Refused requests alone are kept, for ${plural(refusedRequestDays, 'day')}${isGone && ': those of this time are gone'}.</p>`;
}
