// The only page with the value of a token: the answer to the form that created it.
import { html } from 'hono/html';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext } from './context.ts';
import { exampleRequests } from './example-requests.ts';
import { firstSteps } from './first-steps.ts';
import { respondPage } from './layout.ts';
import { expiryText } from './token-fragments.ts';

interface NewValue {
  readonly title: string;
  readonly token: Pick<TokenRow, 'name' | 'version' | 'expiresAt'> & { readonly value: string };
  /** About the old value of a rolled token. */
  readonly note?: Html;
}

export async function respondNewValue(c: PageContext, { title, token, note }: NewValue) {
  const { name, value, version, expiresAt } = token;
  const steps = await firstSteps(c, value);
  return respondPage(c, {
    title,
    section: 'API settings',
    content: html`<h1>${title}</h1>
<div class="stack" data-secret>
<div class="card stack">
<p class="note warning" role="status">Copy the token now. It is shown only this once: the service stores only its hash.</p>
${note}
<label for="token-value"><bdi>${name}</bdi>, tied to version ${version}, ${expiresAt ? `expires ${expiryText(expiresAt)} UTC` : 'does not expire'}</label>
<div class="copy"><input id="token-value" class="mono" value="${value}" readonly autocomplete="off" spellcheck="false"><button type="button" data-copy="token-value" hidden>Copy</button></div>
<p class="visually-hidden" role="status" data-copy-status></p>
${!steps && (await exampleRequests(c, { value }))}
</div>
${steps}
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>`,
  });
}
