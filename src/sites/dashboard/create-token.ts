// The form that creates a token.
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { permissionNames } from '../../accounts/authenticate.ts';
import { newValue } from '../../accounts/random-value.ts';
import { findTokenOfForm, issueToken } from '../../accounts/tokens.ts';
import { actorOf, type PageContext } from './context.ts';
import { facts, hiddenField } from './elements.ts';
import { respondNewValue } from './new-value.ts';
import {
  lastDayFields,
  lastDayOfForm,
  nameField,
  respondForm,
  tokenForm,
} from './token-form.ts';

const NONCE = /^[\w-]{20,43}$/;

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
    const { config, versions } = c.env;
    const token = await issueToken(actorOf(c), {
      userId: c.var.user.id,
      environment: config.environment,
      version: versions.newest(),
      name: c.var.form.name ?? '',
      lastDay: lastDayOfForm(c.var.form),
      formKey: formKeyOf(c),
    });
    return respondNewValue(c, 'Token created', token);
  },
  (c) => findTokenOfForm(c.env.db, formKeyOf(c)),
);

/** Of one form that was shown. @throws {HTTPException} 400 */
function formKeyOf({ var: { user, form } }: PageContext) {
  if (!NONCE.test(form.nonce ?? '')) throw new HTTPException(400);
  return `${user.id} ${form.nonce}`;
}
