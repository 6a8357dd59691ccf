// The form that renames a token.
import { html } from 'hono/html';
import { renameToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf } from './context.ts';
import { nameField, respondForm, tokenForm } from './token-form.ts';

export const renameTokenForm = tokenForm(
  (c, { name = c.var.token.name }, error) =>
    respondForm(c, {
      title: 'Rename token',
      error,
      content: nameField(name, error),
      button: html`<button type="submit">Rename</button>`,
    }),
  async (c) => {
    const { id, userId } = c.var.token;
    await renameToken(actorOf(c), userId, id, c.var.form.name ?? '');
    return c.redirect(DASHBOARD_PATHS.token(id), 303);
  },
);
