// The account page: the permissions of the user, the form of the password, the sessions; and what its forms change.
import { html } from 'hono/html';
import { isSamePassword, passwordFault } from '../../accounts/password-rules.ts';
import { act, tellEvent } from '../../accounts/security-events.ts';
import { endSessionOf, endSessions } from '../../accounts/sessions.ts';
import { setPassword } from '../../accounts/users.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type PasswordOutcome, passwordForm, respondPasswordPage } from './change-password.ts';
import { actorOf, type PageContext, type PageHandler, type SessionUser } from './context.ts';
import { facts, respondPage } from './layout.ts';
import { safePath } from './next-page.ts';
import { checkOwnPassword } from './password-attempts.ts';
import { browserValues, keepRenewed } from './session.ts';
import { sessionList } from './session-list.ts';
import { PERMISSION_MEANINGS } from './token-fragments.ts';

const NOTICES = new Map([
  ['password', 'The password is changed. Every other session has ended.'],
  ['sessions', 'Every other session has ended.'],
  ['session', 'The session has ended.'],
]);

export const accountPage: PageHandler = (c) => respondAccount(c, { notice: NOTICES.get(c.req.query('done') ?? '') });

export const submitPassword: PageHandler = async (c) => {
  const { id, email, name, mustChangePassword, session } = c.get('user');
  const { current = '', password = '', repeated = '', next } = c.get('form');
  const refuse = (outcome: PasswordOutcome) =>
    mustChangePassword ? respondPasswordPage(c, next, outcome) : respondAccount(c, outcome);
  const hasPassword = (one: string) => isSamePassword(one, current);
  const fault = await passwordFault(password, { email, name, hasPassword });
  if (fault) return refuse({ error: `${fault}.`, field: 'password' });
  if (password !== repeated) return refuse({ error: 'The two new passwords differ.', field: 'repeated' });
  const actor = actorOf(c);
  const { result: isRight, throttled } = await checkOwnPassword(c, current);
  if (throttled) {
    tellEvent(actor, { action: 'password-change-throttled', userId: id });
    return refuse({ error: throttled, status: 429 });
  }
  if (!isRight) {
    await act(actor, (_, note) => note({ action: 'password-change-refused', userId: id }));
    return refuse({ error: 'The current password is not right.', field: 'current' });
  }
  const kept = { sessionId: session.id, browserValues: browserValues(c) };
  keepRenewed(c, await c.env.hashing.known(() => setPassword(actor, id, password, kept)));
  return c.redirect(mustChangePassword ? safePath(next) : `${DASHBOARD_PATHS.account}?done=password`, 303);
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

interface Outcome extends PasswordOutcome {
  /** The success of a form. */
  readonly notice?: string | undefined;
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
${c.env.config.hasPasswords && passwordForm(user, outcome)}
${sessions}`,
  });
}

const permissionLine = (name: string, meaning: string, { permissions }: SessionUser) => html`
<div><dt>${name.toLowerCase()} ${permissions.some((one) => one === name) ? html`<span class="badge stage-active">Yes</span>` : html`<span class="badge">No</span>`}</dt><dd>${meaning}</dd></div>`;
