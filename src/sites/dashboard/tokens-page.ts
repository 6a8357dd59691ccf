// The API settings page: the user's usable tokens.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/authenticate.ts';
import { listUsableTokens } from '../../accounts/token-list.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext, PageHandler, SessionUser } from './context.ts';
import { ACTIONS, type Column, table } from './elements.ts';
import { plural } from './formats.ts';
import { respondDashboardPage } from './layout.ts';
import { rollNote } from './roll-note.ts';
import { tokenColumns } from './token-columns.ts';
import { expiryWarning, tokenName, urlWarning } from './token-facts.ts';

const REVOKED = html`<p class="note" role="status">The token is revoked. Requests with it now return 401.</p>`;

export const tokensPage: PageHandler = async (c) => {
  const user = c.var.user;
  const tokens = await listUsableTokens(c.env.db, user.id, c.var.now);
  return respondDashboardPage(c, {
    title: 'Tokens',
    content: html`
${heading(user, tokens.length)}
${c.req.query('revoked') !== undefined && REVOKED}
${
  tokens.length > 0
    ? html`
<section class="card flush" aria-labelledby="tokens">
  <h2 id="tokens" class="visually-hidden">Usable tokens</h2>
  ${table('cards tokens', columnsOf(c), tokens)}
</section>`
    : html`<p>You don’t have a usable token. Your apps need one to call the API for you, over REST or GraphQL.</p>`
}
<p><a href="${DASHBOARD_PATHS.endedTokens}">Expired and revoked tokens</a></p>`,
  });
};

const heading = ({ permissions }: SessionUser, usable: number) => html`
<div class="head">
  <div>
    <h1>Tokens</h1>
    <p class="muted">${plural(usable, 'usable token')}. Your permissions: ${permissionNames(permissions) || 'none'}.</p>
  </div>
  <a class="button" href="${DASHBOARD_PATHS.newToken}">Create token</a>
</div>`;

function columnsOf(c: PageContext): Column<TokenRow>[] {
  const { now } = c.var;
  const notes = (token: TokenRow) =>
    html`${expiryWarning(token, now)}${rollNote(token, now)}${urlWarning(token, now)}`;
  const revoke = (token: TokenRow) =>
    html`
<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(token.id)}">
  Revoke<span class="visually-hidden"> ${tokenName(token)}</span>
</a>`;
  return [...tokenColumns(c, notes), { head: ACTIONS, class: 'end action', cell: revoke }];
}
