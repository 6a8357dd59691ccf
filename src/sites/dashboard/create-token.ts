// Creates a token: its form, and the response to a form that was sent before.
import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { issueToken } from '../../accounts/issue-token.ts';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { isFormUsed } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { logAct, type PageContext, type PageHandler } from './context.ts';
import { respondProblem } from './layout.ts';
import { respondNewValue } from './new-value-page.ts';
import { type Given, lastDayField, nameField, respondForm } from './token-form.ts';

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

export const createTokenPage: PageHandler = (c) => respondCreateForm(c, {});

export const submitNewToken: PageHandler = async (c) => {
  const { db, config, versions } = c.env;
  const { id: userId } = c.get('user');
  const { name = '', last_day: lastDay = '', nonce = '' } = c.get('form');
  const formKey = `${userId} ${nonce}`;
  if (!NONCE.test(nonce)) return usedForm(c);
  try {
    const { environment } = config;
    const token = await issueToken(db, { userId, name, lastDay, formKey, environment, version: versions.newest() });
    logAct(c, 'token created', { tokenId: token.id });
    return await respondNewValue(c, { title: 'Token created', token });
  } catch (error) {
    if (await isFormUsed(db, formKey)) return usedForm(c);
    if (!(error instanceof TokenRefusedError)) throw error;
    return respondCreateForm(c, { name, lastDay, error });
  }
};

const respondCreateForm = (c: PageContext, given: Given) =>
  respondForm(c, {
    title: 'Create token',
    action: DASHBOARD_PATHS.tokens,
    error: given.error,
    content: html`<p>The token gets your permissions and the newest version. Its value is shown once, on the next page.</p>
<input type="hidden" name="nonce" value="${randomBytes(NONCE_BYTES).toString('base64url')}">
${nameField(given)}
${lastDayField(given)}`,
    button: html`<button type="submit">Create token</button>`,
  });

/** The response to a form that is sent again, by a reload or the Back button: it creates and shows nothing. */
const usedForm = (c: PageContext) =>
  respondProblem(c, 409, {
    title: 'This form was used before',
    text: 'A form creates one token, and its value is shown only once. If you did not copy the value, revoke the token and create another.',
  });
