// The only page that shows a token's value, with requests to paste.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext } from './context.ts';
import { copyStatus } from './elements.ts';
import { exampleRequests } from './example-requests.ts';
import { respondDashboardPage } from './layout.ts';
import { expiryText } from './token-facts.ts';

type NewToken = TokenRow & { readonly value: string };

/** `note` is about the old value of a rolled token. */
export const respondNewValue = async (
  c: PageContext,
  title: string,
  { name, value, version, expiresAt }: NewToken,
  note?: Html,
) =>
  respondDashboardPage(c, {
    title,
    section: 'Tokens',
    content: html`
<h1>${title}</h1>
<div class="stack" data-secret>
  <div class="card stack">
    <p class="note warning" role="status">
      Copy the token now. You won’t see it again, because only its hash is stored.
    </p>
    ${note}
    <label for="token-value">
      <bdi>${name}</bdi>, pinned to version ${version},
      ${expiresAt ? `expires ${expiryText(expiresAt)} UTC` : 'never expires'}
    </label>
    <div class="copy">
      <input id="token-value" class="mono" value="${value}" readonly autocomplete="off" spellcheck="false">
      <button type="button" data-copy="token-value" hidden>Copy</button>
    </div>
    ${copyStatus}
    ${await exampleRequests(c, value)}
  </div>
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>`,
  });
