// Asks for the sign-in again before a token is made if the last one is old (D49); the fields of the form travel through the page.
import { html } from 'hono/html';
import { PASSWORD_MAX_LENGTH } from '../../accounts/password-rules.ts';
import { act, tellEvent } from '../../accounts/security-events.ts';
import { confirmSignIn, RECENT_MINUTES } from '../../accounts/sessions.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import { generalFault, passwordField } from './fields.ts';
import { type Form, formTokenField } from './forms.ts';
import { respondPage } from './layout.ts';
import { KEPT, pageOfForm, pageWithEntered, providerPath, safePath } from './next-page.ts';
import { checkOwnPassword } from './password-attempts.ts';
import { keepRenewed } from './session.ts';

/** The nonce of the form that makes a token is sent with it once more; `next` is that of the confirmation itself. */
const SENT_AGAIN = [...KEPT, 'nonce', 'next'];

/** Lets a form through whose session has a recent sign-in, or which has the password of the page. */
export const requireRecentSignIn: Middleware = async (c, next) => {
  const { id, session } = c.get('user');
  const form = c.get('form');
  if (session.isRecent) return next();
  if (form.current === undefined || providerOf(c)) return respondConfirmation(c, form);
  const actor = actorOf(c);
  const { result: isRight, throttled } = await checkOwnPassword(c, form.current);
  if (!isRight) {
    if (throttled) tellEvent(actor, { action: 'sign-in-throttled', userId: id });
    else await act(actor, (_, note) => note({ action: 'confirmation-refused', userId: id }));
    return respondConfirmation(c, form, throttled ? { throttled } : { wrong: 'The password is not right.' });
  }
  keepRenewed(c, await confirmSignIn(actor, id, session.id));
  return next();
};

/** For a page that sends no form of tokens, such as one of the docs: leads back to it. */
export const confirmPage: PageHandler = (c) => {
  const { next = '' } = c.req.query();
  return c.get('user').session.isRecent ? c.redirect(safePath(next), 303) : respondConfirmation(c, { next });
};

export const leadOn: PageHandler = (c) => c.redirect(safePath(c.get('form').next), 303);

interface Fault {
  readonly wrong?: string;
  readonly throttled?: string;
}

/** Who is asked, for a session that began there or where passwords are off. */
const providerOf = ({ env: { config }, get }: PageContext) =>
  config.hasPasswords && get('user').session.method !== 'provider' ? undefined : config.provider;

function respondConfirmation(c: PageContext, form: Form, { wrong, throttled }: Fault = {}) {
  const { email, formToken } = c.get('user');
  const { path } = c.req;
  const back = pageOfForm(path, form);
  const provider = providerOf(c);
  const passwordOf = () => html`
<input name="username" value="${email}" autocomplete="username" readonly hidden>
${passwordField({ id: 'current', label: 'Password', autocomplete: 'current-password', maxLength: PASSWORD_MAX_LENGTH, isFocused: !throttled, error: wrong })}`;
  const filledIn = provider ? pageWithEntered(path, form) : back;
  const goOn = provider
    ? html`<a class="button provider" href="${providerPath({ next: filledIn ?? back, isFresh: true })}">Sign in with ${new URL(provider.issuer).host} again</a>`
    : html`<button type="submit">Confirm and go on</button>`;
  return respondPage(c, {
    title: wrong || throttled ? 'Error: Confirm your sign-in' : 'Confirm your sign-in',
    section: 'API settings',
    status: throttled ? 429 : 403,
    content: html`<h1>Confirm your sign-in</h1>
<form method="post" action="${path}" class="card ${provider ? 'stack' : 'form'}">
${formTokenField(formToken)}
${SENT_AGAIN.map((name) => form[name] !== undefined && html`<input type="hidden" name="${name}" value="${form[name]}">`)}
${throttled && generalFault(throttled)}
<p>You signed in more than ${RECENT_MINUTES} minutes ago. Software keeps a token for long, so the service creates one only for somebody who has just signed in. ${filledIn === undefined ? 'What you entered is too long to be kept: copy it first.' : 'What you entered is kept.'}</p>
${!provider && passwordOf()}
<div class="buttons">${goOn}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}
