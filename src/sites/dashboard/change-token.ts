// The forms that rename a token and revoke it, the second on a page that names it.
import { html } from 'hono/html';
import { renameToken, revokeToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { tokenFacts } from './token-facts.ts';
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

export const revokeTokenPage: PageHandler = (c) => {
  const { id, name, revokedAt } = c.var.token;
  if (revokedAt) return c.redirect(DASHBOARD_PATHS.token(id), 303);
  return respondForm(c, {
    title: `Revoke “${name}”?`,
    content: html`
${tokenFacts(c)}
<p>Apps using this token lose access immediately. You can’t undo this.</p>`,
    button: html`<button type="submit" class="danger">Revoke token</button>`,
  });
};

export const submitRevocation: PageHandler = async (c) => {
  const { id, userId } = c.var.token;
  await revokeToken(actorOf(c), userId, id);
  return c.redirect(`${DASHBOARD_PATHS.settings}?revoked`, 303);
};
