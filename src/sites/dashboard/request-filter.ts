// The filter of the refused requests: its query parameters and its form.
import { html } from 'hono/html';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { RefusedFacets, RefusedFilter } from '../../usage/reads.ts';
import { option, selectOptions } from './options.ts';

const MAX_ID_LENGTH = 100;
const REQUEST_ID = /^[\w-]*$/;
const STATUS = /^[45]\d\d$/;
const CODE = /^[A-Z_]{1,50}$/;

/** The filter of a query, and the faults of its parameters in words. */
export function parseRequestFilter(query: Readonly<Record<string, string>>) {
  const { token = '', status = '', code = '' } = query;
  const faults: string[] = [];
  const requestId = (query.id ?? '').trim().toLowerCase().slice(0, MAX_ID_LENGTH);
  const isRequestId = REQUEST_ID.test(requestId);
  if (!isRequestId) faults.push('A request id has letters, digits and hyphens.');
  const tokenId = parseId(token);
  if (token && tokenId === undefined) faults.push('The token is the number of one of your tokens.');
  const isStatus = STATUS.test(status);
  if (status && !isStatus) faults.push('The status is a number from 400 to 599.');
  const isCode = CODE.test(code);
  if (code && !isCode) faults.push('The code is a word of capital letters, such as NOT_FOUND.');
  const filter: RefusedFilter = {
    requestId: (isRequestId && requestId) || undefined,
    tokenId,
    status: isStatus ? Number(status) : undefined,
    code: isCode ? code : undefined,
  };
  return { filter, faults };
}

export const isFiltered = (filter: Partial<RefusedFilter>) =>
  Object.values(filter).some((value) => value !== undefined);

/** The choices are the values of the stored requests, and the chosen value. */
export function requestFilterForm(filter: RefusedFilter, { tokens, statuses, codes }: RefusedFacets) {
  const [token, status, code] = [filter.tokenId, filter.status, filter.code].map((value) => String(value ?? ''));
  const names = Object.fromEntries(tokens.map(({ id, name, lastFour }) => [id, `${name} (…${lastFour})`]));
  const select = (name: string, label: string, values: readonly string[], chosen = '') => {
    const offered = chosen === '' || values.includes(chosen) ? values : [...values, chosen];
    return html`<label${name === 'token' && html` class="wide"`}>${label}<select name="${name}">${option('', 'Any', chosen)}${selectOptions(offered, name === 'token' ? names : {}, chosen)}</select></label>`;
  };
  return html`<form method="get" action="${DASHBOARD_PATHS.requests}" class="filter" role="search" aria-label="Refused requests">
${select(
  'token',
  'Token',
  tokens.map(({ id }) => `${id}`),
  token,
)}
${select('status', 'Status', statuses.map(String), status)}
${select('code', 'Code', codes, code)}
<label class="wide">Request id<input name="id" class="mono" value="${filter.requestId ?? ''}" maxlength="${MAX_ID_LENGTH}" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="quiet">Find</button>
${isFiltered(filter) && html`<p class="result"><a href="${DASHBOARD_PATHS.requests}">All refused requests</a></p>`}
</form>`;
}
