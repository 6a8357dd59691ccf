// The page on which users change their password; the only one a session reaches while an operator knows it.
import { html } from 'hono/html';
import {
  isSamePassword,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordFault,
} from '../../accounts/passwords.ts';
import { setPassword } from '../../accounts/users.ts';
import { networksOf } from '../../fairness/networks.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type Middleware, type PageContext, type PageHandler } from './context.ts';
import {
  formTokenField,
  generalFault,
  hiddenField,
  passwordField,
  usernameField,
} from './forms.ts';
import { browserValues } from './known-browser.ts';
import { respondPage } from './layout.ts';
import { pageToReturnTo, safePath, withNext } from './next-page.ts';
import { checkOwnPassword } from './own-password.ts';
import { keepRenewed } from './session.ts';

/** While an operator knows the password, every page redirects to this one. */
export const requireChangedPassword: Middleware = async (c, next) =>
  c.var.user.mustChangePassword
    ? c.redirect(withNext(DASHBOARD_PATHS.password, pageToReturnTo(c)), 303)
    : next();

interface Outcome {
  readonly error?: string;
  readonly field?: 'current' | 'password' | 'repeated';
  readonly status?: 429;
}

export const passwordPage: PageHandler = (c) => respondPasswordPage(c, c.req.query('next'), {});

function respondPasswordPage(
  c: PageContext,
  next: string | undefined,
  { error, field, status }: Outcome,
) {
  const { email, formToken, mustChangePassword } = c.var.user;
  const about = <Id extends Outcome['field'] & string>(id: Id) => ({
    id,
    error: id === field && error,
  });
  return respondPage(c, {
    title: 'Change your password',
    section: 'Account',
    error,
    status,
    content: html`
<h1>Change your password</h1>
${mustChangePassword && html`<p>An operator set your password and knows it. Choose your own to continue.</p>`}
<form method="post" action="${DASHBOARD_PATHS.password}" class="card form">
  ${formTokenField(formToken)}
  ${next && hiddenField('next', safePath(next))}
  ${usernameField(email)}
  ${error && !field && generalFault(error)}
  ${passwordField({
    ...about('current'),
    label: 'Current password',
    autocomplete: 'current-password',
  })}
  ${passwordField({
    ...about('password'),
    label: 'New password',
    autocomplete: 'new-password',
    minLength: PASSWORD_MIN_LENGTH,
    hint: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters. Don’t use a common password, your name or \
your email address. All other sessions will end; your tokens keep working.`,
  })}
  ${passwordField({
    ...about('repeated'),
    label: 'Repeat the new password',
    autocomplete: 'new-password',
  })}
  <div class="buttons"><button type="submit">Change password</button></div>
</form>`,
  });
}

const ACTIONS = {
  refused: 'password-change-refused',
  throttled: 'password-change-throttled',
} as const;

export const submitPassword: PageHandler = async (c) => {
  const { id, email, name, session } = c.var.user;
  const { current = '', password = '', repeated = '', next } = c.var.form;
  const refuse = (outcome: Outcome) => respondPasswordPage(c, next, outcome);
  const hasPassword = (one: string) => isSamePassword(one, current);
  const fault = await passwordFault(password, { email, name, hasPassword });
  if (fault) return refuse({ error: `${fault}.`, field: 'password' });
  if (password !== repeated)
    return refuse({ error: 'The new passwords don’t match.', field: 'repeated' });
  const { isRight, throttled } = await checkOwnPassword(c, current, ACTIONS);
  if (throttled) return refuse({ error: throttled, status: 429 });
  if (!isRight) return refuse({ error: 'The current password is incorrect.', field: 'current' });
  const kept = { sessionId: session.id, browserValues: browserValues(c) };
  const networks = networksOf(c.env.exchange.address);
  const change = () => setPassword(actorOf(c), id, password, kept);
  keepRenewed(c, await c.env.hashing.known(change, { networks }));
  return c.redirect(next ? safePath(next) : `${DASHBOARD_PATHS.account}?done=password`, 303);
};
