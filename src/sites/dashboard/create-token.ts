// The form that creates a token.
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { permissionNames } from '../../accounts/authenticate.ts';
import { newValue } from '../../accounts/random-value.ts';
import { findTokenOfForm, issueToken } from '../../accounts/tokens.ts';
import { actorOf } from './context.ts';
import { facts, hiddenField } from './elements.ts';
import { respondNewValue } from './new-value.ts';
import {
  lastDayFields,
  lastDayOfForm,
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
${facts({
  Permissions: permissionNames(c.var.user.permissions) || 'none',
  Version: c.env.versions.newest(),
})}
${hiddenField('nonce', newValue())}
${nameField(given.name, error)}
${lastDayFields(given, error, c.var.now)}
<p>You’ll see its value once, on the next page.</p>`,
      button: html`<button type="submit">Create token</button>`,
    }),
  async (c) => {
    const { name = '', nonce = '' } = c.var.form;
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
        lastDay: lastDayOfForm(c.var.form),
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
