// The account page: the permissions of the user, the form of the password, the sessions; and what its forms change.
import { html } from 'hono/html';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordFault } from '../../accounts/passwords.ts';
import { act, tellEvent } from '../../accounts/security-events.ts';
import { endSessionOf, endSessions } from '../../accounts/sessions.ts';
import { setPassword } from '../../accounts/users.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler, type SessionUser } from './context.ts';
import { generalFault, passwordField } from './fields.ts';
import { formTokenField } from './forms.ts';
import { facts, respondPage } from './layout.ts';
import { keepRenewed } from './session.ts';
import { sessionList } from './session-list.ts';
import { attemptSignIn } from './sign-in-throttles.ts';
import { PERMISSION_MEANINGS } from './token-fragments.ts';

const NOTICES = new Map([
  ['password', 'The password is changed. Every other session has ended.'],
  ['sessions', 'Every other session has ended.'],
  ['session', 'The session has ended.'],
]);

export const accountPage: PageHandler = (c) => respondAccount(c, { notice: NOTICES.get(c.req.query('done') ?? '') });

export const submitPassword: PageHandler = async (c) => {
  const { id, email, session } = c.get('user');
  const { current = '', password = '', repeated = '' } = c.get('form');
  const fault = passwordFault(password);
  if (fault) return respondAccount(c, { error: `${fault}.`, field: 'password' });
  if (password !== repeated) return respondAccount(c, { error: 'The two new passwords differ.', field: 'repeated' });
  const actor = actorOf(c);
  const { userId, throttled } = await attemptSignIn(c, { email, password: current });
  if (throttled) {
    tellEvent(actor, { action: 'password-change-throttled', userId: id });
    return respondAccount(c, { error: throttled, status: 429 });
  }
  if (userId !== id) {
    await act(actor, (_, note) => note({ action: 'password-change-refused', userId: id }));
    return respondAccount(c, { error: 'The current password is not right.', field: 'current' });
  }
  keepRenewed(c, await c.env.hashing(() => setPassword(actor, id, password, session.id)));
  return c.redirect(`${DASHBOARD_PATHS.account}?done=password`, 303);
};

export const submitEndOfSession: PageHandler = async (c) => {
  const id = parseId(c.req.param('id'));
  const isEnded = id !== undefined && (await endSessionOf(actorOf(c), c.get('user').id, id));
  return c.redirect(`${DASHBOARD_PATHS.account}${isEnded ? '?done=session' : ''}`, 303);
};

export const submitEndOfSessions: PageHandler = async (c) => {
  const { id, session } = c.get('user');
  await endSessions(actorOf(c), id, session.id);
  return c.redirect(`${DASHBOARD_PATHS.account}?done=sessions`, 303);
};

interface Outcome {
  /** The success of a form. */
  readonly notice?: string | undefined;
  /** The reason of a refused password. */
  readonly error?: string;
  /** The password that is wrong. */
  readonly field?: 'current' | 'password' | 'repeated';
  readonly status?: 429;
}

async function respondAccount(c: PageContext, outcome: Outcome) {
  const { notice, error, status } = outcome;
  const user = c.get('user');
  const sessions = await sessionList(c);
  return respondPage(c, {
    title: error ? 'Error: Account' : 'Account',
    section: 'Account',
    status: status ?? (error ? 400 : 200),
    content: html`<h1>Account</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
<section class="card split" aria-labelledby="user"><h2 id="user">You</h2>
${facts({ Name: html`<bdi>${user.name}</bdi>`, 'E-mail address': html`<bdi>${user.email}</bdi>` })}</section>
<section class="card split" aria-labelledby="permissions"><div><h2 id="permissions">Permissions</h2>
<p class="hint">Each of your tokens has these permissions. When an operator changes them, the next request has the new ones.</p></div>
<dl class="facts">${Object.entries(PERMISSION_MEANINGS).map(([name, meaning]) => permissionLine(name, meaning, user))}</dl></section>
${passwordForm(user, outcome)}
${sessions}`,
  });
}

const permissionLine = (name: string, meaning: string, { permissions }: SessionUser) => html`
<div><dt>${name.toLowerCase()} ${permissions.some((one) => one === name) ? html`<span class="badge stage-active">Yes</span>` : html`<span class="badge">No</span>`}</dt><dd>${meaning}</dd></div>`;

function passwordForm(user: SessionUser, { error, field }: Outcome) {
  const one = (id: Outcome['field'] & string) => ({ id, error: id === field && error, maxLength: PASSWORD_MAX_LENGTH });
  return html`
<form method="post" action="${DASHBOARD_PATHS.password}" class="card form" aria-labelledby="password-heading"><h2 id="password-heading">Change the password</h2>
${formTokenField(user.formToken)}
<input name="username" value="${user.email}" autocomplete="username" readonly hidden>
${error && !field && generalFault(error)}
${passwordField({ ...one('current'), label: 'Current password', autocomplete: 'current-password' })}
${passwordField({
  ...one('password'),
  label: 'New password',
  autocomplete: 'new-password',
  minLength: PASSWORD_MIN_LENGTH,
  hint: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters. Every other session ends; tokens stay as they are.`,
})}
${passwordField({ ...one('repeated'), label: 'New password, again', autocomplete: 'new-password' })}
<div class="buttons"><button type="submit">Change password</button></div>
</form>`;
}
