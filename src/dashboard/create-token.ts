// Creates a token: its form, and the only page that shows its value.
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { issueToken, TOKEN_NAME_MAX_LENGTH, TokenRefusedError } from '../accounts/issue-token.ts';
import { isFormUsed } from '../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../paths.ts';
import type { DashboardDeps, DashboardEnv, PageHandler, SessionUser } from './context.ts';
import { exampleRequests } from './example-requests.ts';
import { formTokenField } from './form-token.ts';
import { page } from './layout.ts';

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

export const createTokenPage = (): PageHandler => (c) => c.html(renderForm(c.get('user')));

export const submitNewToken =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    const { name = '', nonce = '' } = c.get('form');
    const formKey = `${user.id} ${nonce}`;
    if (!NONCE.test(nonce) || (await isFormUsed(deps.db, formKey))) return usedForm(c);
    try {
      return await create(c, deps, { name, formKey });
    } catch (error) {
      if (await isFormUsed(deps.db, formKey)) return usedForm(c);
      if (!(error instanceof TokenRefusedError)) throw error;
      return c.html(renderForm(user, { name, error: error.message }), 400);
    }
  };

async function create(c: Context<DashboardEnv>, deps: DashboardDeps, given: { name: string; formKey: string }) {
  const { db, config, versions, logger } = deps;
  const user = c.get('user');
  const product = await db.product.findFirst({ where: { ownerId: user.id, type: 'PRODUCT' }, select: { id: true } });
  const token = await issueToken(db, {
    ...given,
    userId: user.id,
    environment: config.environment,
    version: versions.newest(),
  });
  logger.info({ userId: user.id, tokenId: token.id, requestId: c.env.exchange.requestId }, 'token created');
  return c.html(renderCreated(deps, user, { ...token, productId: product?.id ?? 1 }));
}

const renderForm = (user: SessionUser, { name = '', error }: { name?: string; error?: string } = {}) =>
  page(user, 'API settings', {
    title: 'Create token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.settings}">API settings</a></p>
<h1>Create token</h1>
<p>The token gets your permissions and the newest version. Its value is shown once, on the next page.</p>
<form method="post" action="${DASHBOARD_PATHS.tokens}" class="card stack">
${formTokenField(user.formToken)}
<input type="hidden" name="nonce" value="${randomBytes(NONCE_BYTES).toString('base64url')}">
<label for="name">Name</label>
<input id="name" name="name" value="${name}" required maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off" autofocus aria-describedby="name-hint${error ? ' name-error' : ''}"${error ? html` aria-invalid="true"` : ''}>
${error && html`<p class="note error" role="alert" id="name-error">${error}</p>`}
<p class="hint" id="name-hint">Name the software that uses it and its place, such as “Stock sync, warehouse server”.</p>
<div class="buttons"><button type="submit">Create token</button><a class="button quiet" href="${DASHBOARD_PATHS.settings}">Cancel</a></div>
</form>
</div>`,
  });

interface Created {
  readonly name: string;
  readonly value: string;
  readonly version: string;
  readonly productId: number;
}

const renderCreated = (deps: DashboardDeps, user: SessionUser, { name, value, version, productId }: Created) =>
  page(user, 'API settings', {
    title: 'Token created',
    content: html`<div class="narrow wide">
<h1>Token created</h1>
<div class="card stack" data-secret>
<p class="note warning" role="status">Copy the token now. It is shown only this once: the service stores only its hash.</p>
<label for="token-value"><bdi>${name}</bdi>, tied to version ${version}</label>
<div class="copy"><input id="token-value" class="mono" value="${value}" readonly autocomplete="off" spellcheck="false"><button type="button" data-copy="token-value" hidden>Copy</button></div>
<p class="visually-hidden" role="status" data-copy-status></p>
${exampleRequests(deps, value, productId)}
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>
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
