// The form of a new password; and the page with it alone, which a session reaches while an operator knows the password.
import { html } from 'hono/html';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../../accounts/password-rules.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Middleware, PageContext, PageHandler, SessionUser } from './context.ts';
import { generalFault, passwordField } from './fields.ts';
import { formTokenField } from './forms.ts';
import { respondPage } from './layout.ts';
import { pageToReturnTo, safePath } from './next-page.ts';

export interface PasswordOutcome {
  /** The reason of a refused password. */
  readonly error?: string;
  /** The password that is wrong. */
  readonly field?: 'current' | 'password' | 'repeated';
  readonly status?: 429;
}

/** While an operator knows the password, each page leads to that of a new one. */
export const requireChangedPassword: Middleware = async (c, next) => {
  if (!c.get('user').mustChangePassword) return next();
  return c.redirect(passwordPath(pageToReturnTo(c, c.get('form'))), 303);
};

export const passwordPath = (next: string | undefined): string =>
  next === undefined ? DASHBOARD_PATHS.password : `${DASHBOARD_PATHS.password}?${new URLSearchParams({ next })}`;

export const passwordPage: PageHandler = (c) =>
  c.get('user').mustChangePassword
    ? respondPasswordPage(c, c.req.query('next'), {})
    : c.redirect(DASHBOARD_PATHS.account, 303);

export const respondPasswordPage = (c: PageContext, next: string | undefined, outcome: PasswordOutcome) =>
  respondPage(c, {
    title: outcome.error ? 'Error: Choose a password' : 'Choose a password',
    status: outcome.status ?? (outcome.error ? 400 : 200),
    content: html`<h1>Choose a password</h1>
<p>An operator of this service set your password and knows it. Choose one of your own to go on.</p>
${passwordForm(c.get('user'), outcome, next && html`<input type="hidden" name="next" value="${safePath(next)}">`)}`,
  });

export function passwordForm(user: SessionUser, { error, field }: PasswordOutcome, hidden?: unknown) {
  const one = (id: PasswordOutcome['field'] & string) => ({
    id,
    error: id === field && error,
    maxLength: PASSWORD_MAX_LENGTH,
  });
  return html`
<form method="post" action="${DASHBOARD_PATHS.password}" class="card form" aria-labelledby="password-heading"><h2 id="password-heading">Change the password</h2>
${formTokenField(user.formToken)}${hidden}
<input name="username" value="${user.email}" autocomplete="username" readonly hidden>
${error && !field && generalFault(error)}
${passwordField({ ...one('current'), label: 'Current password', autocomplete: 'current-password' })}
${passwordField({
  ...one('password'),
  label: 'New password',
  autocomplete: 'new-password',
  minLength: PASSWORD_MIN_LENGTH,
  hint: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters; none that is common, and not your name or e-mail address. Every other session ends; tokens stay as they are.`,
})}
${passwordField({ ...one('repeated'), label: 'New password, again', autocomplete: 'new-password' })}
<div class="buttons"><button type="submit">Change password</button></div>
</form>`;
}
