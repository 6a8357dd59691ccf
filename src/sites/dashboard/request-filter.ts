// The filter of the refused requests: its query parameters and its form.
import { html } from 'hono/html';
import { z } from 'zod';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { RefusedFacets } from '../../usage/refused-requests.ts';
import { day } from './format.ts';
import { type Choice, ID, options, PAGE, parseQuery } from './list-query.ts';
import { DAY, isTime, nameOfTime } from './request-time.ts';

const MAX_ID_LENGTH = 100;

const RULES = {
  token: [ID, 'The token is the number of one of your tokens.'],
  status: [
    z
      .string()
      .regex(/^[45]\d\d$/)
      .transform(Number),
    'The status is a number from 400 to 599.',
  ],
  code: [z.string().regex(/^[A-Z_]{1,50}$/), 'The code is a word of capital letters, such as NOT_FOUND.'],
  time: [
    z
      .string()
      .regex(/^20\d\d-\d\d-\d\d(T([01]\d|2[0-3]))?$/)
      .refine(isTime),
    'The time is a day, such as 2026-01-31, or an hour of UTC, such as 2026-01-31T09.',
  ],
  page: PAGE,
  id: [
    z
      .string()
      .toLowerCase()
      .regex(/^[\w-]{1,100}$/),
    'A request id has letters, digits and hyphens.',
  ],
} as const;

/** The filter of a query, and the faults of its parameters in words. */
export const parseRequestFilter = (query: Readonly<Record<string, string>>) => parseQuery(query, RULES);

type RequestFilter = ReturnType<typeof parseRequestFilter>['values'];

export const isFiltered = ({ page: _, ...filter }: RequestFilter) => Object.keys(filter).length > 0;

/** The choices are the values of the stored requests, and the chosen value; of time, the days of which requests are kept. */
export function requestFilterForm(
  filter: RequestFilter,
  { tokens, statuses, codes }: RefusedFacets,
  { now, keptDays }: { readonly now: Date; readonly keptDays: number },
) {
  const select = (name: 'token' | 'time' | 'status' | 'code', choices: readonly Choice[]) =>
    html`<select name="${name}">${options(choices, filter[name]?.toString())}</select>`;
  const lastDays = Array.from({ length: keptDays + 1 }, (_, n) => day(new Date(now.getTime() - n * DAY)));
  const times = new Set([...lastDays, ...(filter.time ? [filter.time] : [])]);
  const alone = (values: readonly (string | number)[]) => values.map((value): Choice => [value]);
  const namedTokens = tokens.map(({ id, name, lastFour }): Choice => [id, `${name} (…${lastFour})`]);
  return html`<form method="get" action="${DASHBOARD_PATHS.requests}" class="filter" role="search" aria-label="Refused requests">
<label>Token${select('token', namedTokens)}</label>
<label>Time, UTC${select(
    'time',
    [...times].map((time): Choice => [time, nameOfTime(time)]),
  )}</label>
<label>Status${select('status', alone(statuses))}</label>
<label>Code${select('code', alone(codes))}</label>
<label class="wide">Request id<input name="id" class="mono" value="${filter.id ?? ''}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="quiet">Show</button>
${isFiltered(filter) && html`<p class="result"><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`}
</form>`;
}
