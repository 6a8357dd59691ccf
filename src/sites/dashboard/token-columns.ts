// The columns of the lists of tokens.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext } from './context.ts';
import type { Column } from './elements.ts';
import { dayElement } from './formats.ts';
import * as shown from './token-facts.ts';

/** `note` is shown below a token's name. */
export const tokenColumns = (
  c: PageContext,
  note: (token: TokenRow) => unknown,
): Column<TokenRow>[] => [
  {
    head: 'Token',
    class: 'title',
    cell: (token) =>
      html`<a class="token-name" href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${note(token)}`,
  },
  { head: 'Value', cell: shown.maskedValue },
  { head: 'Version', cell: ({ version }) => shown.versionStage(c.env.versions, version) },
  { head: 'Created', cell: ({ createdAt }) => dayElement(createdAt) },
  { head: 'Expires, UTC', cell: shown.expiry },
  { head: 'Last used', cell: (token) => shown.lastUse(token, c.var.now) },
];
