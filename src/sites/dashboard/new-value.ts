// The only page that shows a token's value, with a request to paste.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, PRODUCTS_PATH } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext } from './context.ts';
import { copyStatus, paste } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { expiryText } from './token-facts.ts';

/** `note` is about the old value of a rolled token. */
export const respondNewValue = async (
  c: PageContext,
  title: string,
  { name, value, version, expiresAt }: TokenRow & { readonly value: string },
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
    ${await exampleRequest(c, value)}
  </div>
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>`,
  });

/** A request to paste into a terminal: it reads one of the user's products. */
async function exampleRequest(c: PageContext, value: string) {
  const where = { ownerId: c.var.user.id, type: 'PRODUCT' } as const;
  // The value is shown whatever happens.
  const product = await c.env.db.product
    .findFirst({ where, select: { id: true } })
    .catch(() => null);
  if (!product)
    return html`<p><a href="${DOCS_PATHS.guide('first-request')}">Send your first request</a></p>`;
  const request = { method: 'GET', path: `${PRODUCTS_PATH}/${product.id}` };
  const command = printCurl(c.env.config.publicOrigin, request, value);
  return paste('first-request', 'Read a product', command);
}
