// Revokes a token, after a page that names it and asks for confirmation.
import { html } from 'hono/html';
import { revokeToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { DashboardDeps, PageHandler, SessionUser } from './context.ts';
import { formTokenField } from './form-token.ts';
import { dayElement } from './format.ts';
import { page } from './layout.ts';
import { lastUse, maskedValue } from './token-fragments.ts';

export const revokeTokenPage: PageHandler = (c) => {
  const token = c.get('token');
  if (token.revokedAt) return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
  return c.html(render(c.get('user'), token, c.get('now')));
};

export const submitRevocation =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const [user, token] = [c.get('user'), c.get('token')];
    if (await revokeToken(deps.db, user.id, token.id)) {
      deps.logger.info({ userId: user.id, tokenId: token.id, requestId: c.env.exchange.requestId }, 'token revoked');
    }
    return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=1`, 303);
  };

const render = (user: SessionUser, token: TokenRow, now: Date) =>
  page(user, 'API settings', {
    title: 'Revoke token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<h1>Revoke this token?</h1>
<form method="post" action="${DASHBOARD_PATHS.revokeToken(token.id)}" class="card stack">
${formTokenField(user.formToken)}
<dl class="facts">
<div><dt>Token</dt><dd><bdi>${token.name}</bdi></dd></div>
<div><dt>Value</dt><dd>${maskedValue(token)}</dd></div>
<div><dt>Created</dt><dd>${dayElement(token.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token, now)}</dd></div>
</dl>
<p>Software that uses the token stops working at once: its next request is answered 401. This can’t be undone.</p>
<div class="buttons"><button type="submit" class="danger">Revoke token</button><a class="button quiet" href="${DASHBOARD_PATHS.settings}">Keep it</a></div>
</form>
</div>`,
  });
