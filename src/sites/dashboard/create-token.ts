// Creates a token: its form, and the page with the value.
import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { issueToken } from '../../accounts/issue-token.ts';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { findTokenOfForm } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { chosenLastDay, expiryField, type GivenExpiry, givenExpiry } from './expiry-field.ts';
import { respondNewValue } from './new-value-page.ts';
import { nameField, respondForm } from './token-form.ts';
import { redirectToShown } from './token-page.ts';

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

/** The form is filled from the query, which has the values entered before a sign-in. */
export const createTokenPage: PageHandler = (c) => {
  const { name, ...expiry } = c.req.query();
  return respondCreateForm(c, { ...(name !== undefined && { name }), ...givenExpiry(expiry) });
};

/** A form that is sent again, by a reload or the Back button, leads to the page of its token. */
export const submitNewToken: PageHandler = async (c) => {
  const { db, config, versions } = c.env;
  const { id: userId } = c.get('user');
  const { name = '', nonce = '' } = c.get('form');
  const given = givenExpiry(c.get('form'));
  if (!NONCE.test(nonce)) throw new HTTPException(400);
  const formKey = `${userId} ${nonce}`;
  try {
    const { environment } = config;
    const lastDay = chosenLastDay(given);
    const asked = { userId, name, lastDay, formKey, environment, version: versions.newest() };
    const token = await issueToken(actorOf(c), asked);
    return await respondNewValue(c, { title: 'Token created', token });
  } catch (error) {
    const made = await findTokenOfForm(db, formKey);
    if (made) return redirectToShown(c, made);
    if (!(error instanceof TokenRefusedError)) throw error;
    return respondCreateForm(c, { name, ...given, error });
  }
};

const respondCreateForm = (c: PageContext, given: GivenExpiry & { readonly name?: string }) =>
  respondForm(c, {
    title: 'Create token',
    action: DASHBOARD_PATHS.tokens,
    error: given.error,
    content: html`<p>The token gets your permissions and the newest version. Its value is shown once, on the next page.</p>
<input type="hidden" name="nonce" value="${randomBytes(NONCE_BYTES).toString('base64url')}">
${nameField(given)}
${expiryField(given, c.get('now'))}`,
    button: html`<button type="submit">Create token</button>`,
  });
