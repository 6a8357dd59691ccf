// Revoking a token, after a question that names it.
import { html } from 'hono/html';
import { findToken, revokeToken, type TokenRow } from '../accounts/tokens.ts';
import { parseId } from '../operation/id.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import type { DashboardDeps, PageHandler, Visitor } from './context.ts';
import { formTokenField } from './form-token.ts';
import { page } from './layout.ts';
import { dayOf } from './time.ts';
import { lastUse, maskedValue } from './token-parts.ts';

export const revokeTokenPage =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const visitor = c.get('visitor');
    await deps.usage.flush();
    const id = parseId(c.req.param('id'));
    const token = id && (await findToken(deps.db, visitor.id, id));
    if (!token) return c.notFound();
    if (token.revokedAt) return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
    return c.html(render(visitor, token));
  };

export const submitRevocation =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const visitor = c.get('visitor');
    const id = parseId(c.req.param('id'));
    const token = id && (await findToken(deps.db, visitor.id, id));
    if (!token) return c.notFound();
    if (await revokeToken(deps.db, visitor.id, token.id)) {
      deps.logger.info({ userId: visitor.id, tokenId: token.id, requestId: c.env.exchange.requestId }, 'token revoked');
    }
    return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=1`, 303);
  };

const render = (visitor: Visitor, token: TokenRow) =>
  page(visitor, 'API settings', {
    title: 'Revoke token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<h1>Revoke this token?</h1>
<form method="post" action="${DASHBOARD_PATHS.revokeToken(token.id)}" class="card stack">
${formTokenField(visitor.formToken)}
<dl class="facts">
<div><dt>Token</dt><dd><bdi>${token.name}</bdi></dd></div>
<div><dt>Value</dt><dd>${maskedValue(token)}</dd></div>
<div><dt>Created</dt><dd>${dayOf(token.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token)}</dd></div>
</dl>
<p>Whatever uses it stops working at once: its next request is answered 401. This can’t be undone.</p>
<div class="buttons"><button type="submit" class="danger">Revoke token</button><a class="button quiet" href="${DASHBOARD_PATHS.settings}">Keep it</a></div>
</form>
</div>`,
  });
