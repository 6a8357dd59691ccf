// The sign-in that is required again before creating or rolling a token if the last one is old.
import { html } from 'hono/html';
import { confirmSignIn, RECENT_MINUTES } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import * as forms from './forms.ts';
import { respondPage } from './layout.ts';
import { pageToReturnTo, safePath, withNext } from './next-page.ts';
import { checkOwnPassword } from './own-password.ts';
import { keepRenewed } from './session.ts';
import { providerLink } from './sign-in-page.ts';

/** Before a form is shown, so that nothing entered is lost, and again when it is sent. */
export const requireRecentSignIn: Middleware = async (c, next) =>
  c.var.user.session.isRecent
    ? next()
    : c.redirect(withNext(DASHBOARD_PATHS.confirm, pageToReturnTo(c)), 303);

export const confirmPage: PageHandler = (c) => {
  const next = safePath(c.req.query('next'));
  return c.var.user.session.isRecent ? c.redirect(next, 303) : respondConfirmation(c, next);
};

const ACTIONS = { refused: 'confirmation-refused', throttled: 'sign-in-throttled' } as const;

export const submitConfirmation: PageHandler = async (c) => {
  const { id, session } = c.var.user;
  const { current = '', next } = c.var.form;
  const page = safePath(next);
  if (mustAskProvider(c)) return respondConfirmation(c, page);
  const { isRight, throttled } = await checkOwnPassword(c, current, ACTIONS);
  if (throttled) return respondConfirmation(c, page, { throttled });
  if (!isRight) return respondConfirmation(c, page, { wrong: 'Incorrect password.' });
  keepRenewed(c, await confirmSignIn(actorOf(c), id, session.id));
  return c.redirect(page, 303);
};

/** For a session that started at the provider, or if passwords are off. */
const mustAskProvider = ({ env: { config }, var: { user } }: PageContext) =>
  !config.hasPasswords || user.session.method === 'provider';

interface Errors {
  readonly wrong?: string;
  readonly throttled?: string;
}

function respondConfirmation(c: PageContext, next: string, errors: Errors = {}) {
  const { wrong, throttled } = errors;
  return respondPage(c, {
    title: 'Confirm your sign-in',
    section: 'Tokens',
    error: wrong ?? throttled,
    status: throttled ? 429 : 403,
    content: html`
<h1>Confirm your sign-in</h1>
<form method="post" action="${DASHBOARD_PATHS.confirm}" class="card form">
  ${forms.formTokenField(c.var.user.formToken)}
  ${forms.hiddenField('next', next)}
  ${throttled && forms.generalFault(throttled)}
  <p>
    You signed in more than ${RECENT_MINUTES} minutes ago. Tokens last long, so you can only create one shortly after
    signing in.
  </p>
  ${
    mustAskProvider(c)
      ? html`<div class="buttons">${providerLink(c, { next, isFresh: true })}</div>`
      : passwordPart(c, errors)
  }
</form>`,
  });
}

const passwordPart = (c: PageContext, { wrong, throttled }: Errors) => html`
${forms.usernameField(c.var.user.email)}
${forms.passwordField({
  id: 'current',
  label: 'Password',
  autocomplete: 'current-password',
  isFocused: !throttled,
  error: wrong,
})}
<div class="buttons">
  <button type="submit">Confirm and continue</button>
  <a class="button quiet" href="${DASHBOARD_PATHS.settings}">Cancel</a>
</div>`;
