// The sign-in page, its form, and signing out.
import { html } from 'hono/html';
import { recordRefusedSignIn, tellEvent } from '../../accounts/security-events.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { passwordPath } from './change-password.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { described, field, generalFault, passwordField } from './fields.ts';
import { formTokenField, hasFormToken, readForm } from './forms.ts';
import { respondPage } from './layout.ts';
import { safePath } from './next-page.ts';
import { attemptSignIn } from './password-attempts.ts';
import { closeSession, noteBrowser, openSession, signInFormToken } from './session.ts';

const MESSAGES = {
  ended: 'You were signed out after a while without activity. Sign in again.',
  signedOut: 'You are signed out.',
  wrong: 'The e-mail address or the password is not right.',
  disabled: 'This account is disabled. Ask the operator of this service.',
  stale: 'This form was no longer valid. Try again. Your browser must accept cookies from this site.',
};

export const signInPage: PageHandler = (c) => {
  const { ended, 'signed-out': signedOut, next } = c.req.query();
  const notice = ended ? MESSAGES.ended : signedOut ? MESSAGES.signedOut : undefined;
  return respondSignIn(c, signInFormToken(c), { notice, next });
};

export const submitSignIn: PageHandler = async (c) => {
  const form = await readForm(c);
  const { email = '', password = '', next } = form;
  const formToken = signInFormToken(c);
  const again = (status: 401 | 403 | 429, error: string) => respondSignIn(c, formToken, { status, error, email, next });
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
  await openSession(c, result.userId, 'password');
  await noteBrowser(c, result);
  return c.redirect(result.mustChangePassword ? passwordPath(next) : safePath(next), 303);
};

export const signOut: PageHandler = async (c) => {
  await closeSession(c);
  // Pages of the docs keep a token, and GraphiQL its tabs. Cookies are not cleared: the browser stays known.
  c.header('Clear-Site-Data', '"storage"');
  return c.redirect(`${DASHBOARD_PATHS.signIn}?signed-out=1`, 303);
};

interface SignInForm {
  readonly status?: 401 | 403 | 429;
  readonly notice?: string | undefined;
  readonly error?: string;
  readonly email?: string;
  readonly next?: string | undefined;
}

/** The focus is on the password where the e-mail address is known. */
function respondSignIn(c: PageContext, formToken: string, { notice, error, email = '', next, ...page }: SignInForm) {
  const isWrong = page.status === 401;
  const address = { id: 'email', label: 'E-mail address' };
  return respondPage(c, {
    ...page,
    title: error ? 'Error: Sign in' : 'Sign in',
    content: html`<div class="sign-in card">
<h1>Sign in</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
${error && !isWrong && generalFault(error)}
<form method="post" action="${DASHBOARD_PATHS.signIn}" class="stack">
${formTokenField(formToken)}
${next && html`<input type="hidden" name="next" value="${safePath(next)}">`}
${field(address, html`<input id="email" type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"${described(address, !email)}>`)}
${passwordField({
  id: 'password',
  label: 'Password',
  autocomplete: 'current-password',
  maxLength: 1024,
  isFocused: email !== '',
  error: isWrong && error,
})}
<button type="submit">Sign in</button>
</form>
${lostPassword(c)}
</div>`,
  });
}

const lostPassword = ({ env }: PageContext) => html`<details class="hint"><summary>Password lost?</summary>
<p>Ask the operator of this service, who gave you the account, for a new password. Operators set one with <code>npm run user -- password</code>.</p>
${env.config.hasDemoData && html`<p>The first start of a test deployment prints the e-mail address and the password of its demo owner.</p>`}</details>`;
