// The sign-in page, its form, and signing out; the password attempts of every form and their messages; and the sign-in
// that is required again before creating a token if the last one is old: the form's fields travel through its page.
import { html } from 'hono/html';
import { PASSWORD_MAX_LENGTH } from '../../accounts/passwords.ts';
import { type Action, act, logEvent, recordRefusedSignIn } from '../../accounts/security-events.ts';
import { confirmSignIn, RECENT_MINUTES } from '../../accounts/sessions.ts';
import { isOwnPassword, signIn } from '../../accounts/sign-in.ts';
import { PEOPLE } from '../../demo/demo-data.ts';
import { OperationFailure } from '../../operation/failure.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import * as forms from './forms.ts';
import { plural, respondPage } from './layout.ts';
import {
  KEPT,
  pageOfForm,
  pageWithEntered,
  passwordPath,
  providerPath,
  safePath,
} from './next-page.ts';
import * as cookies from './session.ts';

export const DISABLED = 'This account is disabled. Contact the operator of this service.';

const WRONG = 'Incorrect email or password.';

const ENDED = 'You were signed out because you were inactive. Sign in again.';
const ENDED_FORM =
  'You were signed out because you were inactive, and the form was not submitted. Sign in and submit it again.';

/** The `state` with which a provider sends users back after signing out. */
export const SIGNED_OUT = 'signed-out';

export const signInPage: PageHandler = (c) => {
  const { ended, 'signed-out': signedOut, state, next } = c.req.query();
  const isSignedOut = signedOut || state === SIGNED_OUT;
  const notice = ended
    ? ended === 'form'
      ? ENDED_FORM
      : ENDED
    : isSignedOut && 'You’re signed out.';
  return respondSignIn(c, { notice, next });
};

export const submitSignIn: PageHandler = async (c) => {
  const form = await forms.readForm(c);
  const { email = '', password = '', next } = form;
  const again = (status: 401 | 403 | 429, error: string) =>
    respondSignIn(c, { status, error, email, next });
  if (!c.env.config.hasPasswords)
    return again(403, 'Password sign-in is turned off. Sign in with the provider.');
  if (!cookies.hasSignInFormToken(c, form))
    return again(
      403,
      'This form has expired. Try again, and make sure your browser accepts cookies from this site.',
    );
  const { result, throttled } = await attempted(
    c,
    signIn(c.env, { email, password, browserValues: cookies.browserValues(c), ...clientOf(c) }),
    ', or use a browser you have signed in with before',
  );
  if (!result || result.isDisabled) {
    const actor = actorOf(c);
    logEvent(actor, { action: throttled ? 'sign-in-throttled' : 'sign-in-refused', email });
    if (!throttled) c.env.afterwards.begin(() => recordRefusedSignIn(actor, email));
  }
  if (throttled) return again(429, throttled);
  if (!result) return again(401, WRONG);
  if (result.isDisabled) return again(403, DISABLED);
  if (!(await cookies.beginSession(c, result.userId, { method: 'password', by: result })))
    return again(401, WRONG);
  await cookies.noteBrowser(c, result);
  return c.redirect(result.mustChangePassword ? passwordPath(next) : safePath(next), 303);
};

const clientOf = (c: PageContext) => ({
  address: c.env.exchange.address,
  signal: c.req.raw.signal,
});

async function attempted<Result>(
  c: PageContext,
  attempt: Promise<Result>,
  otherwise = '',
): Promise<{ readonly result?: Result; readonly throttled?: string }> {
  try {
    return { result: await attempt };
  } catch (error) {
    const throttled = throttledFor(c, error, otherwise);
    if (throttled === undefined) throw error;
    return { throttled };
  }
}

/** The message after too many attempts, and its header; undefined for any other error. */
export function throttledFor(c: PageContext, error: unknown, otherwise = ''): string | undefined {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') return undefined;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  const wait =
    seconds > 3_600
      ? plural(Math.ceil(seconds / 3_600), 'hour')
      : plural(Math.ceil(seconds / 60), 'minute');
  return `Too many failed attempts. Try again in ${wait}${otherwise}.`;
}

/**
 * Whether a password is the session user's; other clients' failures don't block this check. A failure is logged as an
 * event.
 */
export async function checkOwnPassword(
  c: PageContext,
  password: string,
  actions: { readonly refused: Action; readonly throttled: Action },
) {
  const { id: userId, session } = c.get('user');
  const actor = actorOf(c);
  const attempt = isOwnPassword(c.env, { userId, sessionId: session.id, password, ...clientOf(c) });
  const { result: isRight, throttled } = await attempted(c, attempt);
  if (throttled) logEvent(actor, { action: actions.throttled, userId });
  else if (!isRight) await act(actor, (_, note) => note({ action: actions.refused, userId }));
  return { isRight, throttled };
}

export async function endOwnSession(c: PageContext): Promise<void> {
  await cookies.closeSession(c);
  // Pages of the docs keep a token, and GraphiQL its tabs. Cookies aren't cleared, so that the browser stays known.
  c.header('Clear-Site-Data', '"storage"');
}

export const signOut: PageHandler = async (c) => {
  await endOwnSession(c);
  return c.redirect(`${DASHBOARD_PATHS.signIn}?signed-out=1`, 303);
};

interface SignInForm {
  readonly status?: 400 | 401 | 403 | 429 | 503;
  readonly notice?: string | false | undefined;
  readonly error?: string;
  readonly email?: string;
  readonly next?: string | undefined;
}

export function respondSignIn(c: PageContext, given: SignInForm) {
  const { status, notice, error, next = '' } = given;
  const { provider, hasPasswords } = c.env.config;
  return respondPage(c, {
    title: 'Sign in',
    error,
    status,
    content: html`<div class="narrow sign-in">
<h1>Sign in</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
${error && status !== 401 && forms.generalFault(error)}
${provider && html`<a class="button provider" href="${providerPath({ next })}">Sign in with ${new URL(provider.issuer).host}</a>`}
${provider && hasPasswords && html`<p class="hint">Or use a password:</p>`}
${hasPasswords && passwordSignIn(c, given)}
</div>`,
  });
}

/** Focuses the password if the e-mail address is known. */
function passwordSignIn(c: PageContext, { status, error, email = '', next }: SignInForm) {
  const address = { id: 'email', label: 'Email address' };
  return html`<form method="post" action="${DASHBOARD_PATHS.signIn}" class="card stack">
${forms.formTokenField(cookies.signInFormToken(c))}
${next && forms.hiddenField('next', safePath(next))}
${forms.field(address, html`<input id="email" type="email" name="email" value="${email}" autocomplete="username" required maxlength="254"${forms.described(address, !email)}>`)}
${forms.passwordField({
  id: 'password',
  label: 'Password',
  autocomplete: 'current-password',
  maxLength: 1024,
  isFocused: email !== '',
  error: status === 401 && error,
})}
<button type="submit">Sign in</button>
</form><details class="hint"><summary>Forgot your password?</summary>
<p>Ask the operator of this service for a new password; you’ll change it when you sign in. Operators set one with <code>npm run user -- password</code>.</p>
</details>${c.env.config.hasDemoData && demoNote(c)}`;
}

/** Where others can reach the service, the demo owner has a random password. */
function demoNote({ env: { config } }: PageContext) {
  const { email, password } = PEOPLE.owner;
  const known = html`<code>${password}</code>`;
  return html`<p class="note">Just trying it out? Use the demo account:<br><code>${email}</code>, password ${config.isLocal ? known : 'as printed at the first start'}.</p>`;
}

/** The nonce of the form that creates a token is sent with it again; `next` is the confirmation's own. */
const SENT_AGAIN = [...KEPT, 'nonce', 'next'];

/** Lets a form through if its session has a recent sign-in, or the page's password is right. */
export const requireRecentSignIn: Middleware = async (c, next) => {
  const { id, session } = c.get('user');
  const form = c.get('form');
  if (session.isRecent) return next();
  if (form.current === undefined || providerOf(c)) return respondConfirmation(c, form);
  const actions = { refused: 'confirmation-refused', throttled: 'sign-in-throttled' } as const;
  const { isRight, throttled } = await checkOwnPassword(c, form.current, actions);
  if (throttled) return respondConfirmation(c, form, throttled, true);
  if (!isRight) return respondConfirmation(c, form, 'Incorrect password.');
  cookies.keepRenewed(c, await confirmSignIn(actorOf(c), id, session.id));
  return next();
};

/** For a page without a token form, such as one of the docs: returns to it. */
export const confirmPage: PageHandler = (c) => {
  const { next = '' } = c.req.query();
  return c.get('user').session.isRecent
    ? c.redirect(safePath(next), 303)
    : respondConfirmation(c, { next });
};

export const redirectToGuide: PageHandler = (c) => c.redirect(safePath(c.get('form').next), 303);

/** The provider to ask, for a session that started there or if passwords are off. */
const providerOf = ({ env: { config }, get }: PageContext) =>
  config.hasPasswords && get('user').session.method !== 'provider' ? undefined : config.provider;

function respondConfirmation(
  c: PageContext,
  form: forms.Form,
  error?: string,
  isThrottled = false,
) {
  const { email, formToken } = c.get('user');
  const { path } = c.req;
  const back = pageOfForm(path, form);
  const provider = providerOf(c);
  const filledIn = provider ? pageWithEntered(path, form) : back;
  const password = { id: 'current', label: 'Password', autocomplete: 'current-password' } as const;
  return respondPage(c, {
    title: 'Confirm your sign-in',
    section: 'Tokens',
    error,
    status: isThrottled ? 429 : 403,
    content: html`<h1>Confirm your sign-in</h1>
<form method="post" action="${path}" class="card ${provider ? 'stack' : 'form'}">
${forms.formTokenField(formToken)}
${SENT_AGAIN.map((name) => form[name] !== undefined && forms.hiddenField(name, form[name]))}
${isThrottled && error && forms.generalFault(error)}
<p>You signed in more than ${RECENT_MINUTES} minutes ago. Tokens last long, so you can only create one shortly after signing in. ${filledIn === undefined ? 'What you entered is too long to keep: copy it first.' : 'We’ll keep what you entered.'}</p>
${
  provider
    ? html`<div class="buttons"><a class="button provider" href="${providerPath({ next: filledIn ?? back, isFresh: true })}">Sign in with ${new URL(provider.issuer).host} again</a>`
    : html`${forms.usernameField(email)}
${forms.passwordField({ ...password, maxLength: PASSWORD_MAX_LENGTH, isFocused: !isThrottled, error: !isThrottled && error })}
<div class="buttons"><button type="submit">Confirm and continue</button>`
}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}
