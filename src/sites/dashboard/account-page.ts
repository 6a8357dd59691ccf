// The account page: name, permissions, and the end of all sessions.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/authenticate.ts';
import { IDLE_MINUTES, MAX_AGE_HOURS } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageHandler } from './context.ts';
import { facts } from './elements.ts';
import { formTokenField, hiddenField } from './forms.ts';
import { respondDashboardPage } from './layout.ts';

export const accountPage: PageHandler = (c) => {
  const { name, email, permissions, formToken } = c.var.user;
  return respondDashboardPage(c, {
    title: 'Account',
    content: html`
<h1>Account</h1>
<div class="card">
  ${facts({
    Name: html`<bdi>${name}</bdi>`,
    'Email address': html`<bdi>${email}</bdi>`,
    Permissions: permissionNames(permissions) || 'none',
  })}
</div>
<section class="stack" aria-labelledby="sessions">
  <h2 id="sessions">Sessions</h2>
  <p class="hint">
    Sessions end after ${IDLE_MINUTES} minutes of inactivity, or after ${MAX_AGE_HOURS} hours. You can end all of yours
    now, in every browser; your tokens keep working.
  </p>
  <form method="post" action="${DASHBOARD_PATHS.signOut}" class="buttons">
    ${formTokenField(formToken)}
    ${hiddenField('everywhere', 'yes')}
    <button type="submit" class="quiet danger">Sign out everywhere</button>
  </form>
</section>`,
  });
};
