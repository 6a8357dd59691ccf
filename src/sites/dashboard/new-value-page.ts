// The only page with the value of a token: the answer to the form that created it.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { DashboardDeps, SessionUser } from './context.ts';
import { exampleRequests, productToRead } from './example-requests.ts';
import { page } from './layout.ts';
import { expiryText } from './token-fragments.ts';

interface NewValue {
  readonly title: string;
  readonly token: Pick<TokenRow, 'name' | 'version' | 'expiresAt'> & { readonly value: string };
  /** About the old value of a rolled token. */
  readonly note?: Html;
}

export async function newValuePage(deps: DashboardDeps, user: SessionUser, { title, token, note }: NewValue) {
  const productId = await productToRead(deps.db, user.id);
  const { name, value, version, expiresAt } = token;
  return page(user, 'API settings', {
    title,
    content: html`<div class="narrow wide">
<h1>${title}</h1>
<div class="card stack" data-secret>
<p class="note warning" role="status">Copy the token now. It is shown only this once: the service stores only its hash.</p>
${note}
<label for="token-value"><bdi>${name}</bdi>, tied to version ${version}, ${expiresAt ? `expires ${expiryText(expiresAt)} UTC` : 'does not expire'}</label>
<div class="copy"><input id="token-value" class="mono" value="${value}" readonly autocomplete="off" spellcheck="false"><button type="button" data-copy="token-value" hidden>Copy</button></div>
<p class="visually-hidden" role="status" data-copy-status></p>
${exampleRequests(deps, value, productId)}
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>
</div>`,
  });
}
