// The form that creates a token.
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { newValue } from '../../accounts/random-value.ts';
import { findTokenOfForm, issueToken } from '../../accounts/tokens.ts';
import { actorOf } from './context.ts';
import { hiddenField } from './elements.ts';
import { respondNewValue } from './new-value.ts';
import {
  lastDayField,
  nameField,
  redirectToShown,
  respondForm,
  tokenForm,
} from './token-form.ts';

const NONCE = /^[\w-]{20,43}$/;

/** If the form is sent again, by a reload or the Back button, it redirects to its token's page. */
export const createTokenForm = tokenForm(
  (c, given, error) =>
    respondForm(c, {
      title: 'Create token',
      error,
      content: html`
<p>The token gets your permissions and the latest API version. You’ll see its value once, on the next page.</p>
${hiddenField('nonce', newValue())}
${nameField(given.name, error)}
${lastDayField(given.last_day, error, c.var.now)}`,
      button: html`<button type="submit">Create token</button>`,
    }),
  async (c) => {
    const { name = '', nonce = '', last_day: lastDay = '' } = c.var.form;
    if (!NONCE.test(nonce)) throw new HTTPException(400);
    const { config, versions, db } = c.env;
    const userId = c.var.user.id;
    const formKey = `${userId} ${nonce}`;
    try {
      const token = await issueToken(actorOf(c), {
        userId,
        environment: config.environment,
        version: versions.newest(),
        name,
        lastDay,
        formKey,
      });
      return await respondNewValue(c, 'Token created', token);
    } catch (error) {
      const made = await findTokenOfForm(db, formKey);
      if (made) return redirectToShown(c, made);
      throw error;
    }
  },
);
