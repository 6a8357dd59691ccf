// A list of failed requests, in which similar ones share a row that opens to show why they failed.
import { html } from 'hono/html';
import { FIELD_ERROR_CODES, type FieldErrorCode } from '../../operation/field-error.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../paths.ts';
import type { Alike } from '../../usage/failed-requests.ts';
import type { EntryError } from '../../usage/failure-entry.ts';
import { REFUSED_KEPT, REFUSED_REQUEST_DAYS } from '../../usage/retention.ts';
import { prose } from '../pages/frame.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext } from './context.ts';
import { copyStatus, facts, paste } from './elements.ts';
import { explain } from './explain-failure.ts';
import { plural, second, timeAgo } from './formats.ts';
import { SURFACE_NAMES, tokenName } from './token-facts.ts';

export const failedRequestList = (
  c: PageContext,
  rows: readonly Alike[],
  noneText = 'No failed requests.',
) => html`
${
  rows.length > 0
    ? html`<ul class="card flush failures">${rows.map((alike) => row(c, alike))}</ul>`
    : html`<p role="status">${noneText}</p>`
}
<p class="muted">
  We keep the last ${REFUSED_KEPT} of each token for ${plural(REFUSED_REQUEST_DAYS, 'day')}, without bodies, queries and
  headers. Similar requests are grouped. New ones appear within ten seconds.
</p>
${copyStatus}`;

function row(c: PageContext, alike: Alike) {
  const { token, times, last, status, sentStatus, method, path, operation } = alike;
  return html`
<li><details>
  <summary>
    <span class="status${status >= 500 && ' is-5xx'}">${sentStatus}</span>
    <span class="target">
      <code>${method} <bdi>${path}</bdi></code> <span class="muted">${operationTitle(operation)}</span>
    </span>
    <span class="why">${reason(alike)}</span>
    <span class="seen">
      <span class="whose">${tokenName(token)}</span>
      <span class="when">
        ${times > 1 && html`<b>${plural(times, 'time')}</b>, last `}${timeAgo(last, c.var.now)}
      </span>
    </span>
  </summary>
  ${details(c, alike)}
</details></li>`;
}

/** `readProduct, createBundle` as `Read a product, create a bundle`. */
function operationTitle(operation: string) {
  const words = operation.replaceAll(/[A-Z]/g, (letter) => ` a ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The errors of the last request, and what they mean. */
function explained({ status, operation, requests }: Alike) {
  const errors = requests[0]?.errors ?? [];
  return { errors, ...explain(status, errors, operation) };
}

function reason(alike: Alike) {
  const { errors, code, message } = explained(alike);
  const [first, ...more] = errors;
  if (first?.field === undefined) return html`<code>${code}</code> ${message}`;
  return html`
<code>${first.code}</code> ${fieldError(first)}
${more.length > 0 && html`<span class="muted">and ${more.length} more</span>`}`;
}

const fieldError = ({ field, code }: EntryError) =>
  html`<code><bdi>${field}</bdi></code>: ${FIELD_ERROR_CODES[code as FieldErrorCode]}`;

function details(c: PageContext, alike: Alike) {
  const { token, surface, version, times, path: common, requests } = alike;
  const { errors, meaning, guide, code } = explained(alike);
  const fields = errors.filter(({ field }) => field !== undefined);
  return html`
<div class="failure">
  ${
    fields.length > 0 &&
    html`<ul class="errors">${fields.map(
      (error) => html`<li>${fieldError(error)} <span class="hint">${error.code}</span></li>`,
    )}</ul>`
  }
  <p>
    ${fields.length === 0 && prose(meaning)}
    <a href="${DOCS_PATHS.guide(...guide)}">How to fix it<span class="visually-hidden">: ${code}</span></a>
  </p>
  ${facts({
    Code: fields.length === 0 && code,
    API: SURFACE_NAMES[surface],
    Version:
      version &&
      `${version}${version === token.version ? '' : ', from the header service-version'}`,
    Token: html`<a href="${DASHBOARD_PATHS.token(token.id)}">${tokenName(token)}</a>`,
  })}
  <p>
    <strong>${times > 1 ? `The last of ${times} requests` : 'The request'}</strong>, with time in UTC and request ID
  </p>
  <ul class="plain occurrences">
    ${requests.map(
      ({ at, path, requestId }) => html`
    <li>
      <span class="nowrap">${second(new Date(at))}</span>
      ${path !== common && html`<code><bdi>${path}</bdi></code>`}
      <code class="id">${requestId}</code>
    </li>`,
    )}
  </ul>
  ${repetition(c, alike)}
</div>`;
}

/** A path that was stored whole, without a token that was removed. */
const WHOLE_PATH = /^\/[\w/.~%:@!$&'()*+,;=-]*$/;

/** A command that repeats the last request, if that was a read: another write could undo what came after it. */
function repetition(c: PageContext, alike: Alike) {
  const {
    method,
    surface,
    version,
    token,
    requests: [last],
  } = alike;
  const path = last?.path ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!last || !isRead || surface !== 'REST' || !WHOLE_PATH.test(path)) return '';
  const command = printCurl(c.env.config.publicOrigin, {
    method,
    path,
    headers: version && version !== token.version ? { 'service-version': version } : {},
  });
  return paste(`repeat-${last.requestId}`, 'Repeat it with curl', command);
}
