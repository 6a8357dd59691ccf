// The form that revokes a token, on a page that names it.
import { html } from 'hono/html';
import { revokeToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { tokenFacts } from './token-facts.ts';
import { respondForm } from './token-form.ts';

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
