// The lists of the user's tokens: the usable ones, which are the API settings, and those that expired or were revoked.
import { html } from 'hono/html';
import { permissionNames, stateOf } from '../../accounts/authenticate.ts';
import { listEndedTokens, listUsableTokens } from '../../accounts/token-list.ts';
import { findToken, type TokenRow } from '../../accounts/tokens.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext, PageHandler } from './context.ts';
import { type Column, table } from './elements.ts';
import { dayElement, plural } from './formats.ts';
import { respondDashboardPage } from './layout.ts';
import * as shown from './token-facts.ts';

export const tokensPage: PageHandler = async (c) => {
  const { user, now } = c.var;
  const { db } = c.env;
  const tokens = await listUsableTokens(db, user.id, now);
  const revokedId = parseId(c.req.query('revoked') ?? '');
  const revoked =
    revokedId === undefined ? undefined : await findToken(db, user.id, revokedId);
  return respondDashboardPage(c, {
    title: 'Tokens',
    content: html`
<div class="head">
  <div>
    <h1>Tokens</h1>
    <p class="muted">
      ${plural(tokens.length, 'usable token')}. Your permissions: ${permissionNames(user.permissions) || 'none'}.
    </p>
  </div>
  <a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>
</div>
${
  revoked?.revokedAt &&
  html`<p class="note" role="status">${shown.tokenName(revoked)} is revoked. Requests with it now return 401.</p>`
}
${
  tokens.length > 0
    ? html`
<section class="card flush" aria-labelledby="tokens">
  <h2 id="tokens" class="visually-hidden">Usable tokens</h2>
  ${tokenTable(
    c,
    tokens,
    (token) =>
      html`${shown.expiryWarning(token, now)}${rollNote(token, now)}${shown.urlWarning(token, now)}`,
    {
      head: html`<span class="visually-hidden">Actions</span>`,
      class: 'end action',
      cell: (token) => html`
<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">
  Revoke<span class="visually-hidden"> ${shown.tokenName(token)}</span>
</a>`,
    },
  )}
</section>`
    : html`<p>You don’t have a usable token. Your apps need one to call the API for you, over REST or GraphQL.</p>`
}
<p><a href="${DASHBOARD_PATHS.endedTokens}">Expired and revoked tokens</a></p>`,
  });
};

/** While both values of a rolled token work: which one this is. The page of the other says when it was last used. */
function rollNote({ predecessor: old, successor }: TokenRow, now: Date) {
  if (successor)
    return html`<p class="hint">Old value, replaced by ${shown.valueLink(successor)}.</p>`;
  if (!old || stateOf(old, now) !== 'usable') return '';
  return html`<p class="hint">The old value ${shown.valueLink(old)} still works.</p>`;
}

/** Including those that a roll replaced. */
export const endedTokensPage: PageHandler = async (c) => {
  const { user, now } = c.var;
  const before = parseId(c.req.query('before') ?? '');
  const { tokens, hasOlder } = await listEndedTokens(c.env.db, user.id, now, before);
  const last = tokens.at(-1);
  return respondDashboardPage(c, {
    title: 'Expired and revoked tokens',
    section: 'Tokens',
    content: html`
<p class="up"><a href="${DASHBOARD_PATHS.settings}">Tokens</a></p>
<h1>Expired and revoked tokens</h1>
${
  tokens.length > 0
    ? html`<div class="card flush">${tokenTable(c, tokens, (token) => shown.stateBadge(token, now))}</div>`
    : html`<p role="status">None.</p>`
}
${
  hasOlder &&
  html`
<nav class="pages" aria-label="Pages">
  <a class="button quiet" rel="next" href="${DASHBOARD_PATHS.endedTokens}?before=${last?.id}">Older</a>
</nav>`
}`,
  });
};

/** `note` is shown below a token's name. */
const tokenTable = (
  c: PageContext,
  tokens: readonly TokenRow[],
  note: (token: TokenRow) => unknown,
  ...more: readonly Column<TokenRow>[]
) =>
  table(
    'cards tokens',
    [
      {
        head: 'Token',
        class: 'title',
        cell: (token) =>
          html`<a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"
  ><bdi>${token.name}</bdi></a> ${note(token)}`,
      },
      { head: 'Value', cell: shown.maskedValue },
      { head: 'Version', cell: ({ version }) => shown.versionStage(c, version) },
      { head: 'Created', cell: ({ createdAt }) => dayElement(createdAt) },
      { head: 'Expires, UTC', cell: shown.expiry },
      { head: 'Last used', cell: (token) => shown.lastUse(token, c.var.now) },
      ...more,
    ],
    tokens,
  );
