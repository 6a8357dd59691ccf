// The sign-in page, its form, and signing out.
import { html } from 'hono/html';
import { recordRefusedSignIn, tellEvent } from '../../accounts/security-events.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { passwordPath } from './change-password.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { described, field, generalFault, passwordField } from './fields.ts';
import { formTokenField, hasFormToken, readForm } from './forms.ts';
import { respondPage } from './layout.ts';
import { providerPath, safePath } from './next-page.ts';
import { attemptSignIn } from './password-attempts.ts';
import { closeSession, noteBrowser, openSession, signInFormToken } from './session.ts';

export const MESSAGES = {
  ended: 'You were signed out after a while without activity. Sign in again.',
  endedForm:
    'You were signed out after a while without activity, and nothing was done. Sign in, and send the form again.',
  signedOut: 'You are signed out.',
  wrong: 'The e-mail address or the password is not right.',
  disabled: 'This account is disabled. Ask the operator of this service.',
  noPasswords: 'Passwords are off. Sign in at the provider.',
  stale: 'This form was no longer valid. Try again. Your browser must accept cookies from this site.',
};

/** The `state` with which a provider that has signed out sends people back. */
export const SIGNED_OUT = 'signed-out';

export const signInPage: PageHandler = (c) => {
  const { ended, 'signed-out': signedOut, state, next } = c.req.query();
  const notice = ended
    ? MESSAGES[ended === 'form' ? 'endedForm' : 'ended']
    : signedOut || state === SIGNED_OUT
      ? MESSAGES.signedOut
      : undefined;
  return respondSignIn(c, signInFormToken(c), { notice, next });
};

export const submitSignIn: PageHandler = async (c) => {
  const form = await readForm(c);
  const { email = '', password = '', next } = form;
  const formToken = signInFormToken(c);
  const again = (status: 401 | 403 | 429, error: string) => respondSignIn(c, formToken, { status, error, email, next });
  if (!c.env.config.hasPasswords) return again(403, MESSAGES.noPasswords);
  if (!hasFormToken(form, formToken)) return again(403, MESSAGES.stale);
  const { result, throttled } = await attemptSignIn(c, { email, password });
  if (!result || result.isDisabled) {
    const actor = actorOf(c);
    tellEvent(actor, { action: throttled ? 'sign-in-throttled' : 'sign-in-refused', email });
    if (!throttled) c.env.afterwards.begin(() => recordRefusedSignIn(actor, email));
  }
  if (throttled) return again(429, throttled);
  if (!result) return again(401, MESSAGES.wrong);
  if (result.isDisabled) return again(403, MESSAGES.disabled);
  await openSession(c, result.userId, { method: 'password' });
  await noteBrowser(c, result);
  return c.redirect(result.mustChangePassword ? passwordPath(next) : safePath(next), 303);
};

export async function endOwnSession(c: PageContext): Promise<void> {
  await closeSession(c);
  // Pages of the docs keep a token, and GraphiQL its tabs. Cookies are not cleared: the browser stays known.
  c.header('Clear-Site-Data', '"storage"');
}

export const signOut: PageHandler = async (c) => {
  await endOwnSession(c);
  return c.redirect(`${DASHBOARD_PATHS.signIn}?signed-out=1`, 303);
};

interface SignInForm {
  readonly status?: 400 | 401 | 403 | 429 | 503;
  readonly notice?: string | undefined;
  readonly error?: string;
  readonly email?: string;
  readonly next?: string | undefined;
}

/** The focus is on the password where the e-mail address is known. */
export function respondSignIn(c: PageContext, formToken: string, given: SignInForm) {
  const { status = 200, notice, error, next = '' } = given;
  const { provider, hasPasswords } = c.env.config;
  return respondPage(c, {
    status,
    title: error ? 'Error: Sign in' : 'Sign in',
    content: html`<div class="narrow sign-in">
<h1>Sign in</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
${error && status !== 401 && generalFault(error)}
${provider && html`<a class="button provider" href="${providerPath({ next })}">Sign in with ${new URL(provider.issuer).host}</a>`}
${provider && hasPasswords && html`<p class="hint">Or with a password:</p>`}
${hasPasswords && html`${passwordSignIn(formToken, given)}${lostPassword(c)}`}
</div>`,
  });
}

function passwordSignIn(formToken: string, { status, error, email = '', next }: SignInForm) {
  const address = { id: 'email', label: 'E-mail address' };
  return html`<form method="post" action="${DASHBOARD_PATHS.signIn}" class="card stack">
${formTokenField(formToken)}
${next && html`<input type="hidden" name="next" value="${safePath(next)}">`}
${field(address, html`<input id="email" type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"${described(address, !email)}>`)}
${passwordField({
  id: 'password',
  label: 'Password',
  autocomplete: 'current-password',
  maxLength: 1024,
  isFocused: email !== '',
  error: status === 401 && error,
})}
<button type="submit">Sign in</button>
</form>`;
}

const lostPassword = ({ env }: PageContext) => html`<details class="hint"><summary>Password lost?</summary>
<p>Ask the operator of this service, who gave you the account, for a new password, which you change when you sign in. Operators set one with <code>npm run user -- password</code>.</p>
${env.config.hasDemoData && html`<p>The first start of a test deployment prints the e-mail address and the password of its demo owner.</p>`}</details>`;
