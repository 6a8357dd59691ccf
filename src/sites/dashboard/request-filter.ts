// The filter of the refused requests: its query parameters and its form.
import { html } from 'hono/html';
import { z } from 'zod';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { RefusedFacets } from '../../usage/reads.ts';
import { type Choice, ID, options, parseQuery } from './list-query.ts';

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

export const isFiltered = (filter: RequestFilter) => Object.keys(filter).length > 0;

/** The choices are the values of the stored requests, and the chosen value. */
export function requestFilterForm(filter: RequestFilter, { tokens, statuses, codes }: RefusedFacets) {
  const select = (name: 'token' | 'status' | 'code', choices: readonly Choice[]) =>
    html`<select name="${name}">${options(choices, filter[name]?.toString())}</select>`;
  const alone = (values: readonly (string | number)[]) => values.map((value): Choice => [value]);
  const namedTokens = tokens.map(({ id, name, lastFour }): Choice => [id, `${name} (…${lastFour})`]);
  return html`<form method="get" action="${DASHBOARD_PATHS.requests}" class="filter" role="search" aria-label="Refused requests">
<label class="wide">Token${select('token', namedTokens)}</label>
<label>Status${select('status', alone(statuses))}</label>
<label>Code${select('code', alone(codes))}</label>
<label class="wide">Request id<input name="id" class="mono" value="${filter.id ?? ''}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="quiet">Find</button>
${isFiltered(filter) && html`<p class="result"><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`}
</form>`;
}
