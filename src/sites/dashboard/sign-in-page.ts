// The sign-in page, its form, and the link to the provider.
import { html } from 'hono/html';
import { logEvent } from '../../accounts/security-events.ts';
import { signIn } from '../../accounts/sign-in.ts';
import { PEOPLE } from '../../demo/demo-data.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import * as forms from './forms.ts';
import { browserValues, noteBrowser } from './known-browser.ts';
import { respondPage } from './layout.ts';
import { safePath, withNext } from './next-page.ts';
import { attempted, clientOf } from './own-password.ts';
import { readForm } from './read-form.ts';
import { beginSession, hasSignInFormToken, signInFormToken } from './session.ts';

export const DISABLED = 'This account is disabled. Contact the operator of this service.';

const WRONG = 'Incorrect email or password.';
const OFF = 'Password sign-in is turned off. Sign in with the provider.';
const EXPIRED =
  'This form has expired. Try again, and make sure your browser accepts cookies from this site.';

/** By the `state` in the query, which a provider sends back after signing out. */
const NOTICES = new Map([
  ['signed-out', 'You’re signed out.'],
  ['idle', 'You were signed out because you were inactive. Sign in again.'],
  [
    'form',
    'You were signed out because you were inactive, and the form was not submitted. Sign in and submit it again.',
  ],
]);

export const signInPage: PageHandler = (c) => {
  const { state = '', next } = c.req.query();
  return respondSignIn(c, { notice: NOTICES.get(state), next });
};

export const submitSignIn: PageHandler = async (c) => {
  const form = await readForm(c);
  const { email = '', password = '', next } = form;
  const again = (status: 401 | 403 | 429, error: string) =>
    respondSignIn(c, { status, error, email, next });
  if (!c.env.config.hasPasswords) return again(403, OFF);
  if (!hasSignInFormToken(c, form)) return again(403, EXPIRED);
  const { result, throttled } = await attempted(
    c,
    signIn(c.env, { email, password, browserValues: browserValues(c), ...clientOf(c) }),
    ', or use a browser you have signed in with before',
  );
  if (throttled) {
    logEvent(actorOf(c), { action: 'sign-in-throttled', email });
    return again(429, throttled);
  }
  if (!result || result.isDisabled) {
    logEvent(actorOf(c), { action: 'sign-in-refused', email });
    return result ? again(403, DISABLED) : again(401, WRONG);
  }
  if (!(await beginSession(c, result.userId, { method: 'password', by: result })))
    return again(401, WRONG);
  await noteBrowser(c, result);
  const page = safePath(next);
  return c.redirect(
    result.mustChangePassword ? withNext(DASHBOARD_PATHS.password, page) : page,
    303,
  );
};

interface SignInForm {
  readonly status?: 400 | 401 | 403 | 429 | 503;
  readonly notice?: string | undefined;
  readonly error?: string;
  readonly email?: string;
  readonly next?: string | undefined;
}

export function respondSignIn(c: PageContext, given: SignInForm) {
  const { status, notice, error, next } = given;
  const { provider, hasPasswords } = c.env.config;
  return respondPage(c, {
    title: 'Sign in',
    error,
    status,
    content: html`
<div class="narrow sign-in">
  <h1>Sign in</h1>
  ${notice && html`<p class="note" role="status">${notice}</p>`}
  ${error && status !== 401 && forms.generalFault(error)}
  ${provider && providerLink(c, { next })}
  ${provider && hasPasswords && html`<p class="hint">Or use a password:</p>`}
  ${hasPasswords && passwordSignIn(c, given)}
</div>`,
  });
}

interface ProviderSignIn {
  /** The page at which it ends. */
  readonly next: string | undefined;
  /** The user signs in at the provider again, even if already signed in there. */
  readonly isFresh?: boolean;
}

/** GET only, because browsers apply `form-action` to a form's redirects. */
export function providerLink(c: PageContext, { next, isFresh = false }: ProviderSignIn) {
  const issuer = c.env.config.provider?.issuer ?? '';
  const path = withNext(DASHBOARD_PATHS.provider, safePath(next), isFresh ? { fresh: '1' } : {});
  return html`<a class="button provider" href="${path}">Sign in with ${new URL(issuer).host}${isFresh && ' again'}</a>`;
}

/** Focuses the password if the e-mail address is known. */
function passwordSignIn(c: PageContext, { status, error, email = '', next }: SignInForm) {
  const address = { id: 'email', label: 'Email address', isFocused: email === '' };
  return html`
<form method="post" action="${DASHBOARD_PATHS.signIn}" class="card stack">
  ${forms.formTokenField(signInFormToken(c))}
  ${next && forms.hiddenField('next', safePath(next))}
  ${forms.field(
    address,
    html`<input id="email" type="email" name="email" value="${email}" autocomplete="username" required
      maxlength="254"${forms.described(address)}>`,
  )}
  ${forms.passwordField({
    id: 'password',
    label: 'Password',
    autocomplete: 'current-password',
    isFocused: email !== '',
    error: status === 401 && error,
  })}
  <button type="submit">Sign in</button>
</form>
<details class="hint">
  <summary>Forgot your password?</summary>
  <p>
    Ask the operator of this service for a new password; you’ll change it when you sign in. Operators set one with
    <code>npm run user -- password</code>.
  </p>
</details>
${c.env.config.hasDemoData && demoNote(c.env.config.isLocal)}`;
}

/** Where others can reach the service, the demo owner has a random password. */
function demoNote(isLocal: boolean) {
  const { email, password } = PEOPLE.owner;
  const shown = isLocal ? html`<code>${password}</code>` : 'as printed at the first start';
  return html`
<p class="note">
  Just trying it out? Use the demo account:<br><code>${email}</code>, password ${shown}.
</p>`;
}
