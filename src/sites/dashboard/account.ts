// The account page: the permissions of the user, the form of the password, the other sessions; and what its forms change.
import { html } from 'hono/html';
import { Permission } from '../../../prisma/generated/client/enums.ts';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordFault } from '../../accounts/passwords.ts';
import { countOtherSessions, endSessions } from '../../accounts/sessions.ts';
import { setPassword } from '../../accounts/users.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { logAct, type PageContext, type PageHandler, type SessionUser } from './context.ts';
import { plural } from './format.ts';
import { formTokenField } from './forms.ts';
import { facts, respondPage } from './layout.ts';
import { sessionValue } from './session.ts';
import { attemptSignIn } from './sign-in-throttles.ts';

const MEANINGS: Record<Permission, string> = {
  READ: 'read your products, bundles and rentals',
  WRITE: 'create and update products and bundles',
  DELETE: 'no operation of the API deletes anything',
};

const NOTICES = new Map([
  ['password', 'The password is changed. Every other session has ended.'],
  ['sessions', 'Every other session has ended.'],
]);

export const accountPage: PageHandler = (c) => respondAccount(c, { notice: NOTICES.get(c.req.query('done') ?? '') });

export const submitPassword: PageHandler = async (c) => {
  const { id, email } = c.get('user');
  const { current = '', password = '', repeated = '' } = c.get('form');
  const { address } = c.env.exchange;
  const fault = passwordFault(password);
  if (fault) return respondAccount(c, { error: `${fault}.` });
  if (password !== repeated) return respondAccount(c, { error: 'The two new passwords differ.' });
  const { userId, throttled } = await attemptSignIn(c, { email, password: current });
  if (throttled) return respondAccount(c, { error: throttled, status: 429 });
  const isRight = userId === id;
  if (isRight) await setPassword(c.env.db, id, password, sessionValue(c));
  logAct(c, isRight ? 'password changed' : 'password change refused', { address });
  if (!isRight) return respondAccount(c, { error: 'The current password is not right.' });
  return c.redirect(`${DASHBOARD_PATHS.account}?done=password`, 303);
};

export const submitEndOfSessions: PageHandler = async (c) => {
  await endSessions(c.env.db, c.get('user').id, sessionValue(c));
  logAct(c, 'other sessions ended');
  return c.redirect(`${DASHBOARD_PATHS.account}?done=sessions`, 303);
};

interface Outcome {
  /** The success of a form. */
  readonly notice?: string | undefined;
  /** The reason of a refused password. */
  readonly error?: string;
  readonly status?: 429;
}

async function respondAccount(c: PageContext, { notice, error, status }: Outcome) {
  const user = c.get('user');
  const otherSessions = await countOtherSessions(c.env.db, user.id, sessionValue(c));
  return respondPage(c, {
    title: 'Account',
    section: 'Account',
    status: status ?? (error ? 400 : 200),
    content: html`<div class="narrow"><h1>Account</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
<section class="card stack" aria-labelledby="user"><h2 id="user">You</h2>
${facts({ Name: html`<bdi>${user.name}</bdi>`, 'E-mail address': html`<bdi>${user.email}</bdi>` })}</section>
<section class="card stack" aria-labelledby="permissions"><h2 id="permissions">Permissions</h2>
<p>Each of your tokens has these permissions. When an operator changes them, the next request has the new ones.</p>
<dl class="facts list">${Object.values(Permission).map((one) => permissionLine(one, user.permissions.includes(one)))}</dl></section>
${passwordForm(user, error)}
${sessionsForm(user, otherSessions)}
</div>`,
  });
}

const permissionLine = (permission: Permission, isGranted: boolean) => html`
<div><dt>${permission.toLowerCase()} ${isGranted ? html`<span class="badge stage-active">Yes</span>` : html`<span class="badge">No</span>`}</dt><dd>${MEANINGS[permission]}</dd></div>`;

const passwordForm = (user: SessionUser, error: string | undefined) => html`
<form method="post" action="${DASHBOARD_PATHS.password}" class="card stack" aria-labelledby="password"><h2 id="password">Change the password</h2>
${formTokenField(user.formToken)}
<input name="username" value="${user.email}" autocomplete="username" readonly hidden>
${error && html`<p class="note error" role="alert">${error}</p>`}
<label>Current password<input type="password" name="current" autocomplete="current-password" required maxlength="1024"></label>
<label>New password<input type="password" name="password" autocomplete="new-password" required minlength="${PASSWORD_MIN_LENGTH}" maxlength="${PASSWORD_MAX_LENGTH}" aria-describedby="password-hint"></label>
<p class="hint" id="password-hint">${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters. Every other session ends; tokens stay as they are.</p>
<label>New password, again<input type="password" name="repeated" autocomplete="new-password" required maxlength="${PASSWORD_MAX_LENGTH}"></label>
<div class="buttons"><button type="submit">Change password</button></div>
</form>`;

const sessionsForm = (user: SessionUser, count: number) => html`
<form method="post" action="${DASHBOARD_PATHS.otherSessions}" class="card stack" aria-labelledby="sessions"><h2 id="sessions">Other sessions</h2>
${formTokenField(user.formToken)}
<p>${count === 0 ? 'You are signed in here alone.' : `You are signed in here, and ${plural(count, 'other session')} ${count === 1 ? 'is' : 'are'} open.`}</p>
${count > 0 && html`<div class="buttons"><button type="submit" class="quiet danger">End ${plural(count, 'other session')}</button></div>`}
</form>`;
