// Creates a token: its form, and the response to a form that was sent before.
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { type AskedToken, issueToken } from '../../accounts/issue-token.ts';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { isFormUsed } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { DashboardDeps, DashboardEnv, PageHandler, SessionUser } from './context.ts';
import { formTokenField } from './form-token.ts';
import { page } from './layout.ts';
import { newValuePage } from './new-value-page.ts';
import { type Given, generalFault, lastDayField, nameField } from './token-fields.ts';

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

export const createTokenPage: PageHandler = (c) => c.html(renderForm(c.get('user'), {}));

export const submitNewToken =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    const { name = '', last_day: lastDay = '', nonce = '' } = c.get('form');
    const formKey = `${user.id} ${nonce}`;
    if (!NONCE.test(nonce) || (await isFormUsed(deps.db, formKey))) return usedForm(c);
    try {
      return await create(c, deps, { name, lastDay, formKey });
    } catch (error) {
      if (await isFormUsed(deps.db, formKey)) return usedForm(c);
      if (!(error instanceof TokenRefusedError)) throw error;
      return c.html(renderForm(user, { name, lastDay, error }), 400);
    }
  };

async function create(
  c: Context<DashboardEnv>,
  deps: DashboardDeps,
  asked: Pick<AskedToken, 'name' | 'lastDay' | 'formKey'>,
) {
  const { db, config, versions, logger } = deps;
  const user = c.get('user');
  const { environment } = config;
  const token = await issueToken(db, { ...asked, userId: user.id, environment, version: versions.newest() });
  logger.info({ userId: user.id, tokenId: token.id, requestId: c.env.exchange.requestId }, 'token created');
  return c.html(await newValuePage(deps, user, { title: 'Token created', token }));
}

const renderForm = (user: SessionUser, given: Given) =>
  page(user, 'API settings', {
    title: 'Create token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<h1>Create token</h1>
<p>The token gets your permissions and the newest version. Its value is shown once, on the next page.</p>
<form method="post" action="${DASHBOARD_PATHS.tokens}" class="card stack">
${formTokenField(user.formToken)}
<input type="hidden" name="nonce" value="${randomBytes(NONCE_BYTES).toString('base64url')}">
${generalFault(given)}
${nameField(given)}
${lastDayField(given)}
<div class="buttons"><button type="submit">Create token</button><a class="button quiet" href="${DASHBOARD_PATHS.settings}">Cancel</a></div>
</form>
</div>`,
  });

/** The response to a form that is sent again, by a reload or the Back button: it creates and shows nothing. */
const usedForm = (c: Context<DashboardEnv>) =>
  c.html(
    page(c.get('user'), 'API settings', {
      title: 'Token shown before',
      content: html`<div class="narrow"><h1>This form was used before</h1>
<p>A form creates one token, and its value is shown only once. If you did not copy the value, revoke the token and create another.</p>
<p class="buttons"><a class="button" href="${DASHBOARD_PATHS.settings}">To the API settings</a> <a class="button quiet" href="${DASHBOARD_PATHS.newToken}">Create token</a></p></div>`,
    }),
    409,
  );
