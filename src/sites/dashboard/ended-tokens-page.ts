// The page of the user's expired and revoked tokens, including those that a roll replaced.
import { html } from 'hono/html';
import { listEndedTokens } from '../../accounts/token-list.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageHandler } from './context.ts';
import { olderLink, table } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { tokenColumns } from './token-columns.ts';
import { stateBadge } from './token-facts.ts';

const TOKENS_PER_PAGE = 50;

export const endedTokensPage: PageHandler = async (c) => {
  const { now } = c.var;
  const before = parseId(c.req.query('before') ?? '');
  const { tokens, hasOlder } = await listEndedTokens(c.env.db, c.var.user.id, {
    now,
    before,
    size: TOKENS_PER_PAGE,
  });
  const last = tokens.at(-1);
  return respondDashboardPage(c, {
    title: 'Expired and revoked tokens',
    section: 'Tokens',
    content: html`
<p class="up"><a href="${DASHBOARD_PATHS.settings}">Tokens</a></p>
<h1>Expired and revoked tokens</h1>
${
  tokens.length > 0
    ? html`<div class="card flush">${table(
        'cards tokens',
        tokenColumns(c, (token) => stateBadge(token, now)),
        tokens,
      )}</div>`
    : html`<p role="status">None.</p>`
}
${hasOlder && last && olderLink(DASHBOARD_PATHS.endedTokens, last)}`,
  });
};
