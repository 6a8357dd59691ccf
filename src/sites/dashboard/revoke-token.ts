// Revokes a token, after a page that names it and asks for confirmation.
import { html } from 'hono/html';
import { revokeToken } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageHandler } from './context.ts';
import { respondForm } from './token-form.ts';
import { tokenFacts } from './token-fragments.ts';

export const revokeTokenPage: PageHandler = (c) => {
  const { id, revokedAt } = c.get('token');
  if (revokedAt) return c.redirect(DASHBOARD_PATHS.token(id), 303);
  return respondForm(c, {
    title: 'Revoke this token?',
    action: DASHBOARD_PATHS.revokeToken(id),
    content: html`${tokenFacts(c)}
<p>Software that uses the token stops working at once: its next request is answered 401. This can’t be undone.</p>`,
    button: html`<button type="submit" class="danger">Revoke token</button>`,
  });
};

export const submitRevocation: PageHandler = async (c) => {
  const { id: tokenId } = c.get('token');
  await revokeToken(actorOf(c), c.get('user').id, tokenId);
  return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=${tokenId}`, 303);
};
