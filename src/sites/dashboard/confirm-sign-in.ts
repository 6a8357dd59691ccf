// Asks for the sign-in again before a token is made if the last one is old; the fields of the form travel through the page.
import { html } from 'hono/html';
import { PASSWORD_MAX_LENGTH } from '../../accounts/passwords.ts';
import { confirmSignIn, RECENT_MINUTES } from '../../accounts/sessions.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import { type Form, formTokenField, generalFault, hiddenField, passwordField, usernameField } from './forms.ts';
import { respondPage } from './layout.ts';
import { KEPT, pageOfForm, pageWithEntered, providerPath, safePath } from './next-page.ts';
import { keepRenewed } from './session.ts';
import { checkOwnPassword } from './sign-in.ts';

/** The nonce of the form that makes a token is sent with it once more; `next` is that of the confirmation itself. */
const SENT_AGAIN = [...KEPT, 'nonce', 'next'];

/** Lets a form through whose session has a recent sign-in, or which has the password of the page. */
export const requireRecentSignIn: Middleware = async (c, next) => {
  const { id, session } = c.get('user');
  const form = c.get('form');
  if (session.isRecent) return next();
  if (form.current === undefined || providerOf(c)) return respondConfirmation(c, form);
  const actions = { refused: 'confirmation-refused', throttled: 'sign-in-throttled' } as const;
  const { isRight, throttled } = await checkOwnPassword(c, form.current, actions);
  if (throttled) return respondConfirmation(c, form, throttled, true);
  if (!isRight) return respondConfirmation(c, form, 'The password is not right.');
  keepRenewed(c, await confirmSignIn(actorOf(c), id, session.id));
  return next();
};

/** For a page that sends no form of tokens, such as one of the docs: leads back to it. */
export const confirmPage: PageHandler = (c) => {
  const { next = '' } = c.req.query();
  return c.get('user').session.isRecent ? c.redirect(safePath(next), 303) : respondConfirmation(c, { next });
};

export const leadOn: PageHandler = (c) => c.redirect(safePath(c.get('form').next), 303);

/** Who is asked, for a session that began there or where passwords are off. */
const providerOf = ({ env: { config }, get }: PageContext) =>
  config.hasPasswords && get('user').session.method !== 'provider' ? undefined : config.provider;

function respondConfirmation(c: PageContext, form: Form, error?: string, isThrottled = false) {
  const { email, formToken } = c.get('user');
  const { path } = c.req;
  const back = pageOfForm(path, form);
  const provider = providerOf(c);
  const filledIn = provider ? pageWithEntered(path, form) : back;
  const password = { id: 'current', label: 'Password', autocomplete: 'current-password' } as const;
  return respondPage(c, {
    title: 'Confirm your sign-in',
    section: 'API settings',
    error,
    status: isThrottled ? 429 : 403,
    content: html`<h1>Confirm your sign-in</h1>
<form method="post" action="${path}" class="card ${provider ? 'stack' : 'form'}">
${formTokenField(formToken)}
${SENT_AGAIN.map((name) => form[name] !== undefined && hiddenField(name, form[name]))}
${isThrottled && error && generalFault(error)}
<p>You signed in more than ${RECENT_MINUTES} minutes ago. Software keeps a token for long, so the service creates one only for somebody who has just signed in. ${filledIn === undefined ? 'What you entered is too long to be kept: copy it first.' : 'What you entered is kept.'}</p>
${
  provider
    ? html`<div class="buttons"><a class="button provider" href="${providerPath({ next: filledIn ?? back, isFresh: true })}">Sign in with ${new URL(provider.issuer).host} again</a>`
    : html`${usernameField(email)}
${passwordField({ ...password, maxLength: PASSWORD_MAX_LENGTH, isFocused: !isThrottled, error: !isThrottled && error })}
<div class="buttons"><button type="submit">Confirm and go on</button>`
}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}
