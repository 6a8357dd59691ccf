// Failed requests: the page for all tokens, with a filter by token, time, status, code and request ID; and the list, in
// which similar requests share a row that opens to show why they failed and how to send one again.
import { html } from 'hono/html';
import { z } from 'zod';
import { ROOT_FIELDS } from '../../graphql/types/root-fields.ts';
import { FAILURES, type Guide } from '../../operation/failure-table.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../../time.ts';
import { REFUSED_KEPT } from '../../usage/housekeeping.ts';
import { readTotalsOf, type Span } from '../../usage/reads.ts';
import * as refused from '../../usage/refused-requests.ts';
import type { EntryError } from '../../usage/usage-entry.ts';
import { prose } from '../pages/frame.ts';
import type { PageContext, PageHandler } from './context.ts';
import { toPaste } from './first-steps.ts';
import { day, facts, plural, respondPage, second, timeAgo } from './layout.ts';
import {
  faultNote,
  filterForm,
  PAGE,
  pageLinks,
  parseQuery,
  pattern,
  select,
  TOKEN,
  tokenChoices,
} from './lists.ts';
import { SURFACE_NAMES } from './tokens.ts';
import { totalsInWords } from './usage-page.ts';

const ROWS_PER_PAGE = 20;
const MAX_ID_LENGTH = 100;

/** A time is a UTC day, such as 2026-01-31, or an hour, such as 2026-01-31T09. */
const isDay = (time: string) => time.length === 'YYYY-MM-DD'.length;

function spanOf(time: string): Span {
  const start = new Date(isDay(time) ? time : `${time}:00Z`);
  return {
    start,
    end: new Date(start.getTime() + (isDay(time) ? DAY_MILLISECONDS : HOUR_MILLISECONDS)),
  };
}

const nameOfTime = (time: string) =>
  isDay(time) ? time : `${time.replace('T', ' ')}:00 to ${time.slice(-'HH'.length)}:59`;

const RULES = {
  token: TOKEN,
  status: [
    pattern(/^[2-5]\d\d$/).transform(Number),
    'The status must be a number from 200 to 599.',
  ],
  code: [pattern(/^[A-Z_]{1,50}$/), 'The code must be in capital letters, such as NOT_FOUND.'],
  time: [
    pattern(/^20.{8}(T([01]\d|2[0-3]))?$/).refine(
      (time) => z.iso.date().safeParse(time.slice(0, 'YYYY-MM-DD'.length)).success,
    ),
    'The time must be a day, such as 2026-01-31, or an hour in UTC, such as 2026-01-31T09.',
  ],
  page: PAGE,
  id: [pattern(/^[\w-]{1,100}$/).toLowerCase(), 'A request ID has letters, digits and hyphens.'],
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
    refused.readRefusedFacets(db, userId),
    fault
      ? { rows: [], page: 1, pages: 1 }
      : refused.readRefusedRequests(db, userId, filter, { page: wanted, size: ROWS_PER_PAGE }),
    time === undefined ? '' : callsOf(c, time, others.token),
  ]);
  const miss = Object.keys(values).join() === 'id' ? 'has this ID' : 'matches';
  const found =
    rows.length > 0 || !isFiltered(values)
      ? html`${refusedRequestList(c, rows, { withToken: others.token === undefined, isOpen: values.id !== undefined })}
${pageLinks(DASHBOARD_PATHS.requests, place, values, 'failed requests')}`
      : html`<p role="status">No failed request ${miss}. ${keptNote(c)}</p>`;
  return respondPage(c, {
    title: 'Failed requests',
    status: fault ? 400 : 200,
    content: html`<h1>Failed requests</h1>
<p class="muted">See why requests failed and what to do about it. Every response has a request ID in the header <code>X-Request-Id</code>.</p>
${(facets.tokens.length > 0 || isFiltered(values)) && requestFilterForm(c, values, facets)}
${calls}
${fault ? faultNote(fault) : found}`,
  });
};

/**
 * The choices are the values of the stored requests and the selected value; for time, the days for which requests are
 * kept.
 */
function requestFilterForm(
  c: PageContext,
  filter: Filter,
  { tokens, statuses, codes }: refused.RefusedFacets,
) {
  const now = c.get('now').getTime();
  const keptDays = c.env.config.retention.refusedRequestDays;
  const lastDays = Array.from({ length: keptDays + 1 }, (_, n) =>
    day(new Date(now - n * DAY_MILLISECONDS)),
  );
  const times = [...new Set([...lastDays, ...(filter.time ? [filter.time] : [])])];
  const choices = times.map((time) => [time, nameOfTime(time)] as const);
  return filterForm(
    DASHBOARD_PATHS.requests,
    'Failed requests',
    html`${select('token', 'Token', tokenChoices(tokens), filter.token)}
${select('time', 'Time, UTC', choices, filter.time)}
${select('status', 'Status', statuses, filter.status)}
${select('code', 'Code', codes, filter.code)}
<label class="wide">Request ID<input name="id" class="mono" value="${filter.id ?? ''}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"></label>`,
    isFiltered(filter) &&
      html`<p class="result"><a href="${DASHBOARD_PATHS.requests}">All failed requests</a></p>`,
  );
}

/** How often the filter's tokens were used at a time; only the failed requests themselves are stored. */
async function callsOf(c: PageContext, time: string, tokenId: number | undefined) {
  const span = spanOf(time);
  const totals = await readTotalsOf(c.env.db, { userId: c.get('user').id, tokenId }, span);
  const { refusedRequestDays } = c.env.config.retention;
  const isGone =
    span.end.getTime() < c.get('now').getTime() - refusedRequestDays * DAY_MILLISECONDS;
  return html`<p class="note">${nameOfTime(time)} UTC, ${tokenId === undefined ? 'all tokens' : 'this token'}: ${totalsInWords(totals)}.
Only failed requests are kept, for ${plural(refusedRequestDays, 'day')}${isGone && ', so the list has none from this time'}.</p>`;
}

const keptNote = ({ env: { config } }: PageContext) =>
  `We keep the last ${REFUSED_KEPT} of each token for ${plural(config.retention.refusedRequestDays, 'day')}, without bodies, queries and headers.`;

interface Options {
  readonly withToken: boolean;
  readonly isOpen?: boolean;
}

export const refusedRequestList = (
  c: PageContext,
  rows: readonly refused.Alike[],
  options: Options,
) =>
  rows.length === 0
    ? html`<p>No requests failed in the last ${plural(c.env.config.retention.refusedRequestDays, 'day')}.</p>`
    : html`<ul class="card flush refusals">${rows.map((alike) => row(c, alike, options))}</ul>
<p class="visually-hidden" role="status" data-copy-status></p>
<p class="muted">${keptNote(c)} Similar requests are grouped.</p>`;

function row(c: PageContext, alike: refused.Alike, { withToken, isOpen }: Options) {
  const { token, times, last, status, sentStatus, requests } = alike;
  const [{ errors = [] } = {}] = requests;
  return html`
<li><details${isOpen && html` open`}><summary>
<span class="status${status >= 500 && ' fault'}">${sentStatus}</span>
<span class="target">${target(alike)}</span>
<span class="why">${reason(alike, errors)}</span>
<span class="seen">${withToken && html`<span class="whose"><bdi>${token.name}</bdi></span>`}
<span class="when">${times > 1 && html`<b>${plural(times, 'time')}</b>, last `}${timeAgo(last, c.get('now'))}</span></span>
</summary>
${details(c, alike)}</details></li>`;
}

const target = ({ method, path, operation }: refused.Alike) =>
  method && path
    ? html`<code>${method} <bdi>${path}</bdi></code>${operation && html` <span class="muted">${operationTitle(operation)}</span>`}`
    : html`${operationTitle(operation) || 'A request'}`;

/** `readProduct, createBundle` as `Read a product, create a bundle`. */
function operationTitle(operation: string): string {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` a ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function reason({ status, operation }: refused.Alike, errors: readonly EntryError[]) {
  const [first] = errors;
  const { code, message } = explain(status, errors, operation);
  if (first?.field === undefined) return html`<code>${code}</code> ${first?.message ?? message}`;
  return html`<code>${first.code}</code> ${fault(first)}${errors.length > 1 && html` <span class="muted">and ${errors.length - 1} more</span>`}`;
}

const fault = ({ field, message, code }: EntryError) =>
  html`<code><bdi>${field}</bdi></code>: <bdi>${message ?? code}</bdi>`;

/** The guides on errors outside an input's fields. Clients can choose any field name, such as `toString`. */
const GUIDES: ReadonlyMap<string, Guide> = new Map([
  ['body', ['typical-mistakes', 'mistakes-body']],
  ['service-version', ['versions']],
  ['If-Match', ['caching', 'if-match']],
  ['Idempotency-Key', ['retries']],
]);

/** The API has one message for both; an unknown path reaches no operation. */
const UNKNOWN_ID = { message: FAILURES.notFound.message, meaning: 'Nothing has this ID.' };
const UNKNOWN_PATH = {
  message: 'Unknown path',
  meaning: 'The API has no such path in this version.',
};

/** Why a request failed: its row in the table of failures, whose meaning has no markup but code, and the guide. */
export function explain(status: number, [first]: readonly EntryError[], operation: string) {
  const failures = Object.values(FAILURES);
  const byStatus = failures.find((failure) => failure.status === status) ?? FAILURES.internal;
  const isField = first?.field !== undefined;
  const failure = isField
    ? FAILURES.invalid
    : (failures.find(({ code }) => code === first?.code) ?? byStatus);
  const { message, code, guide = ['errors'] as const } = failure;
  if (failure === FAILURES.notFound)
    return { ...(operation ? UNKNOWN_ID : UNKNOWN_PATH), code, guide };
  // The meaning of 403 gives both of its reasons; the error has this request's.
  const meaning =
    failure === FAILURES.forbidden && first?.message ? `${first.message}.` : failure.meaning;
  const guideOfField = isField ? GUIDES.get(first.field) : undefined;
  return { message, meaning, code, guide: guideOfField ?? guide };
}

function details(c: PageContext, alike: refused.Alike) {
  const { token, surface, operation, version, status, times, first, last, requests } = alike;
  const [{ requestId = '', errors = [] } = {}] = requests;
  const { meaning, guide, code } = explain(status, errors, operation);
  const fields = errors.filter(({ field }) => field !== undefined);
  return html`<div class="refusal">
${fields.length > 0 && html`<ul class="faults">${fields.map((error) => html`<li>${fault(error)} <span class="hint">${error.code}</span></li>`)}</ul>`}
<p>${fields.length === 0 && prose(meaning)} <a href="${DOCS_PATHS.guide(...guide)}">How to fix it<span class="visually-hidden">: ${code}</span></a></p>
${facts({
  Code: fields.length === 0 && code,
  Operation: operation
    ? html`${operationTitle(operation)}${surface === 'GRAPHQL' && rootFields(operation)}`
    : 'None',
  API: SURFACE_NAMES[surface],
  Version:
    version && `${version}${version === token.version ? '' : ', from the header service-version'}`,
  Token: html`<a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a>`,
  'First, UTC': times > 1 && second(first),
  [times > 1 ? 'Last, UTC' : 'Time, UTC']: second(last),
  [times > 1 ? 'Last request ID' : 'Request ID']: html`<code class="id">${requestId}</code>`,
})}
${requestToRepeat(c, alike)}
${times > 1 && listed(alike)}
</div>`;
}

const rootFields = (operation: string) =>
  operation
    .split(', ')
    .flatMap((name) => ROOT_FIELDS.get(name) ?? [])
    .map((field) => html` <code>${field}</code>`);

const listed = ({ times, path: common, requests }: refused.Alike) => html`<p><strong>${
  times > requests.length ? `The last ${requests.length} of ${times}` : `All ${times}`
}</strong></p>
<ul class="plain occurrences">${requests.map(
  ({ at, path, requestId }) =>
    html`<li><span class="nowrap">${second(new Date(at))}</span> ${path !== common && html`<code><bdi>${path}</bdi></code> `}<code class="id">${requestId}</code></li>`,
)}</ul>`;

const METHODS: Readonly<Record<string, string>> = { GET: '', HEAD: 'I', POST: '' };

/**
 * A curl command that sends the latest request again, with `$TOKEN` for the token and a file for the body. Absent if
 * its path isn't fully known.
 */
function requestToRepeat(
  c: PageContext,
  { method, surface, version, token, requests: [last] }: refused.Alike,
) {
  if (!method || !/^[A-Z-]+$/.test(method) || !last?.path || last.path.includes('…')) return '';
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const hasQuery = !hasBody && surface === 'GRAPHQL';
  const parts = [
    `curl -i${METHODS[method] ?? ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    version && version !== token.version && `-H 'service-version: ${version}'`,
    hasBody && `-H 'Content-Type: application/json' -d @body.json`,
    hasQuery && '-G --data-urlencode query@query.graphql',
    `'${inert(c.env.config.publicOrigin + last.path)}'`,
  ];
  const curl = parts.filter(Boolean).join(' \\\n  ');
  return html`${toPaste(`curl-${last.requestId}`, 'Send it again', curl, html`<strong>Send it again</strong>`)}
<p class="hint">${hasBody && html`Bodies aren’t kept: put yours into <code>body.json</code>. `}${hasQuery && html`Queries aren’t kept: put yours into <code>query.graphql</code>. `}Add the other headers that your app sends.</p>`;
}

/** A URL without characters that the shell or curl would replace. */
const inert = (url: string) =>
  url.replaceAll(
    /['[\]{}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
