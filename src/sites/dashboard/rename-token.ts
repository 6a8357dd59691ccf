// Renames a token.
import { html } from 'hono/html';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { renameToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { DashboardDeps, PageHandler, SessionUser } from './context.ts';
import { formTokenField } from './form-token.ts';
import { page } from './layout.ts';
import { type Given, nameField } from './token-fields.ts';

export const renameTokenPage: PageHandler = (c) => {
  const token = c.get('token');
  return c.html(render(c.get('user'), token, { name: token.name }));
};

export const submitRename =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const [user, token] = [c.get('user'), c.get('token')];
    const { name = '' } = c.get('form');
    try {
      await renameToken(deps.db, user.id, token.id, name);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      return c.html(render(user, token, { name, error }), 400);
    }
    deps.logger.info({ userId: user.id, tokenId: token.id, requestId: c.env.exchange.requestId }, 'token renamed');
    return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
  };

const render = (user: SessionUser, { id, name }: TokenRow, given: Given) =>
  page(user, 'API settings', {
    title: 'Rename token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.token(id)}"><bdi>${name}</bdi></a></p>
<h1>Rename token</h1>
<form method="post" action="${DASHBOARD_PATHS.renameToken(id)}" class="card stack">
${formTokenField(user.formToken)}
${nameField(given)}
<div class="buttons"><button type="submit">Rename</button><a class="button quiet" href="${DASHBOARD_PATHS.token(id)}">Cancel</a></div>
</form>
</div>`,
  });
