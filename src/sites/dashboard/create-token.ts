// Creates a token: by its form, with the only page that shows the value; and by the button of pages that run examples.
import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { findTokenOfForm, issueToken, renewDocsToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { exampleRequests, firstSteps } from './first-steps.ts';
import { hiddenField } from './forms.ts';
import { respondPage } from './layout.ts';
import { chosenLastDay, expiryField, nameField, respondForm, tokenForm } from './token-form.ts';
import { redirectToShown } from './token-page.ts';
import { expiryText } from './tokens.ts';

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

const ownerOf = ({ env: { config, versions }, get }: PageContext) => ({
  userId: get('user').id,
  environment: config.environment,
  version: versions.newest(),
});

/** A form that is sent again, by a reload or the Back button, leads to the page of its token. */
export const createTokenForm = tokenForm(
  (c, given, error) =>
    respondForm(c, {
      title: 'Create token',
      action: DASHBOARD_PATHS.tokens,
      error,
      content: html`<p>The token gets your permissions and the newest version. Its value is shown once, on the next page.</p>
${hiddenField('nonce', randomBytes(NONCE_BYTES).toString('base64url'))}
${nameField(given.name, error)}
${expiryField(given, error, c.get('now'))}`,
      button: html`<button type="submit">Create token</button>`,
    }),
  async (c) => {
    const form = c.get('form');
    const { name = '', nonce = '' } = form;
    if (!NONCE.test(nonce)) throw new HTTPException(400);
    const owner = ownerOf(c);
    const formKey = `${owner.userId} ${nonce}`;
    try {
      const token = await issueToken(actorOf(c), { ...owner, name, lastDay: chosenLastDay(form), formKey });
      return await respondNewValue(c, 'Token created', token);
    } catch (error) {
      const made = await findTokenOfForm(c.env.db, formKey);
      if (made) return redirectToShown(c, made);
      throw error;
    }
  },
);

type NewToken = Pick<TokenRow, 'name' | 'version' | 'expiresAt'> & { readonly value: string };

/** `note` is about the old value of a rolled token. */
export async function respondNewValue(c: PageContext, title: string, token: NewToken, note?: Html) {
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
${!steps && (await exampleRequests(c, value))}
</div>
${steps}
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>`,
  });
}

/** What the script of a page that runs examples needs to ask for a token; other sites cannot read it. */
export const docsTokenForm: PageHandler = (c) => c.json({ formToken: c.get('user').formToken });

export const submitDocsToken: PageHandler = async (c) => {
  if (!c.get('user').session.isRecent) return c.json({ confirm: DASHBOARD_PATHS.confirm }, 403);
  try {
    const { value } = await renewDocsToken(actorOf(c), ownerOf(c));
    return c.json({ token: value });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return c.json({ error: error.message }, 409);
  }
};
