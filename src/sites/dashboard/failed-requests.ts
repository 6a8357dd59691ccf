// A list of failed requests, in which similar ones share a row that opens to show why they failed.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { FIELD_ERROR_CODES, type FieldErrorCode } from '../../operation/field-error.ts';
import { DASHBOARD_PATHS, DOCS_PATHS } from '../../paths.ts';
import { capitalized } from '../../text.ts';
import type { FailedKind } from '../../usage/failed-requests.ts';
import type { EntryError } from '../../usage/failure-entry.ts';
import { FAILED_REQUEST_DAYS, KINDS_KEPT, REQUESTS_KEPT } from '../../usage/retention.ts';
import { prose } from '../pages/frame.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext } from './context.ts';
import { copyStatus, facts, paste } from './elements.ts';
import { explain } from './explain-failure.ts';
import { plural, second, timeAgo } from './formats.ts';
import { SURFACE_NAMES, tokenName } from './token-facts.ts';

type Reason = ReturnType<typeof explain>;

/** `noneText` is what a page without rows says. */
export const failedRequestList = (
  c: PageContext,
  kinds: readonly FailedKind[],
  noneText = 'No failed requests.',
) => html`
${
  kinds.length > 0
    ? html`<ul class="card flush failures">${kinds.map((kind) => row(c, kind))}</ul>`
    : html`<p role="status">${noneText}</p>`
}
<p class="muted">
  Requests that differ only in time and numbers share a row. Each token keeps its last ${KINDS_KEPT} rows for
  ${plural(FAILED_REQUEST_DAYS, 'day')}, with the last ${REQUESTS_KEPT} requests of each, without bodies, queries and
  headers. New ones appear within ten seconds.
</p>
${copyStatus}`;

function row(c: PageContext, kind: FailedKind) {
  const { token, times, at, status, sentStatus, method, path, operation, errors } = kind;
  const ownPage: TokenRow | undefined = c.var.token;
  const why = explain(status, errors, operation);
  return html`
<li><details>
  <summary>
    <span class="status${status >= 500 && ' is-5xx'}">${sentStatus}</span>
    <span class="target">
      <code>${method} <bdi>${path}</bdi></code> <span class="muted">${operationTitle(operation)}</span>
    </span>
    <span class="why">${reason(why, errors)}</span>
    <span class="seen">
      ${!ownPage && html`<span class="whose">${tokenName(token)}</span>`}
      <span class="when">
        ${times > 1 && html`<b>${plural(times, 'time')}</b>, last `}${timeAgo(at, c.var.now)}
      </span>
    </span>
  </summary>
  ${details(c, kind, why)}
</details></li>`;
}

/** `readProduct, createBundle` as `Read a product, create a bundle`. */
function operationTitle(operation: string) {
  return capitalized(
    operation.replaceAll(/[A-Z]/g, (letter) => ` a ${letter.toLowerCase()}`),
  );
}

function reason({ code, message }: Reason, [first, ...more]: readonly EntryError[]) {
  if (first?.field === undefined) return html`<code>${code}</code> ${message}`;
  return html`
<code>${first.code}</code> ${fieldError(first)}
${more.length > 0 && html`<span class="muted">(and ${more.length} more)</span>`}`;
}

const fieldError = ({ field, code }: EntryError) =>
  html`<code><bdi>${field}</bdi></code>: ${FIELD_ERROR_CODES[code as FieldErrorCode]}`;

function details(c: PageContext, kind: FailedKind, { meaning, guide, code }: Reason) {
  const { token, surface, version, times, path: common, requests, errors } = kind;
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
    Version: overridingVersion(kind)
      ? `${version}, from the header service-version`
      : version,
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
  ${repetition(c, kind)}
</div>`;
}

/** The version of the header `service-version`; empty for the token's, and where none was found out. */
const overridingVersion = ({ version, token }: FailedKind) =>
  version === token.version ? '' : version;

/** A path that was stored whole, without a token that was removed. */
const WHOLE_PATH = /^\/[\w/.~%:@!$&'()*+,;=-]*$/;

/** A command that repeats the last request, if that was a read: another write could undo what came after it. */
function repetition(c: PageContext, kind: FailedKind) {
  const {
    method,
    surface,
    requests: [last],
  } = kind;
  const named = overridingVersion(kind);
  const path = last?.path ?? '';
  const isRead = method === 'GET' || method === 'HEAD';
  if (!last || !isRead || surface !== 'REST' || !WHOLE_PATH.test(path)) return '';
  const command = printCurl(c.env.config.publicOrigin, {
    method,
    path,
    headers: named ? { 'service-version': named } : {},
  });
  return paste(`repeat-${last.requestId}`, 'Repeat it with curl', command);
}
