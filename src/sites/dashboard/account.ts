// The account page: permissions, the new password form, sessions; and the page with that form alone, the only one a
// session reaches while an operator knows the password.
import { html } from 'hono/html';
import type { Permission } from '../../../prisma/generated/client/enums.ts';
import {
  isSamePassword,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordFault,
} from '../../accounts/passwords.ts';
import * as sessions from '../../accounts/sessions.ts';
import { setPassword } from '../../accounts/users.ts';
import { networksOf } from '../../fairness/networks.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import {
  actorOf,
  type Middleware,
  type PageContext,
  type PageHandler,
  type SessionUser,
} from './context.ts';
import {
  formTokenField,
  generalFault,
  hiddenField,
  passwordField,
  usernameField,
} from './forms.ts';
import {
  ACTIONS,
  agentName,
  type Column,
  facts,
  plural,
  respondPage,
  table,
  timeAgo,
} from './layout.ts';
import { pageToReturnTo, passwordPath, safePath } from './next-page.ts';
import { browserValues, keepRenewed } from './session.ts';
import { checkOwnPassword } from './sign-in.ts';

const NOTICES = new Map([
  ['password', 'Your password is changed, and all other sessions are ended.'],
  ['sessions', 'All other sessions are ended.'],
  ['session', 'The session is ended.'],
]);

interface Outcome {
  readonly notice?: string | undefined;
  readonly error?: string;
  readonly field?: 'current' | 'password' | 'repeated';
  readonly status?: 429;
}

const PERMISSION_MEANINGS = {
  READ: 'read your products, bundles and rentals',
  WRITE: 'create and update products and bundles',
  DELETE: 'not used by any operation yet',
} as const satisfies Record<Permission, string>;

export const accountPage: PageHandler = (c) =>
  respondAccount(c, { notice: NOTICES.get(c.req.query('done') ?? '') });

async function respondAccount(c: PageContext, outcome: Outcome) {
  const { notice, error, status } = outcome;
  const user = c.get('user');
  const permissions = Object.entries(PERMISSION_MEANINGS).map(([name, meaning]) => {
    const isGiven = user.permissions.some((one) => one === name);
    return html`
<div><dt>${name.toLowerCase()} <span class="badge${isGiven && ' stage-active'}">${isGiven ? 'Yes' : 'No'}</span></dt><dd>${meaning}</dd></div>`;
  });
  return respondPage(c, {
    title: 'Account',
    error,
    status,
    content: html`<h1>Account</h1>
${notice && html`<p class="note" role="status">${notice}</p>`}
<section class="card split" aria-labelledby="user"><h2 id="user">You</h2>
${facts({ Name: html`<bdi>${user.name}</bdi>`, 'Email address': html`<bdi>${user.email}</bdi>` })}</section>
<section class="card split" aria-labelledby="permissions"><div><h2 id="permissions">Permissions</h2>
<p class="hint">All your tokens have these permissions. Changes by an operator take effect with the next request.</p></div>
<dl class="facts">${permissions}</dl></section>
${c.env.config.hasPasswords && passwordForm(user, outcome)}
${await sessionList(c)}`,
  });
}

/** While an operator knows the password, every page redirects to the new password form. */
export const requireChangedPassword: Middleware = async (c, next) => {
  if (!c.get('user').mustChangePassword) return next();
  return c.redirect(passwordPath(pageToReturnTo(c, c.get('form'))), 303);
};

export const passwordPage: PageHandler = (c) =>
  c.get('user').mustChangePassword
    ? respondPasswordPage(c, c.req.query('next'), {})
    : c.redirect(DASHBOARD_PATHS.account, 303);

const respondPasswordPage = (c: PageContext, next: string | undefined, outcome: Outcome) =>
  respondPage(c, {
    title: 'Choose a password',
    error: outcome.error,
    status: outcome.status,
    content: html`<h1>Choose a password</h1>
<p>An operator set your password and knows it. Choose your own to continue.</p>
${passwordForm(c.get('user'), outcome, next && hiddenField('next', safePath(next)))}`,
  });

function passwordForm(user: SessionUser, { error, field }: Outcome, hidden?: unknown) {
  const one = (id: Outcome['field'] & string) => ({
    id,
    error: id === field && error,
    maxLength: PASSWORD_MAX_LENGTH,
  });
  const fresh = { autocomplete: 'new-password' } as const;
  const hint = `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters. Don’t use a common password, your name or your email address. All other sessions will end; your tokens keep working.`;
  return html`
<form method="post" action="${DASHBOARD_PATHS.password}" class="card form" aria-labelledby="password-heading"><h2 id="password-heading">Change your password</h2>
${formTokenField(user.formToken)}${hidden}
${usernameField(user.email)}
${error && !field && generalFault(error)}
${passwordField({ ...one('current'), label: 'Current password', autocomplete: 'current-password' })}
${passwordField({ ...one('password'), ...fresh, label: 'New password', minLength: PASSWORD_MIN_LENGTH, hint })}
${passwordField({ ...one('repeated'), ...fresh, label: 'Repeat the new password' })}
<div class="buttons"><button type="submit">Change password</button></div>
</form>`;
}

export const submitPassword: PageHandler = async (c) => {
  const { id, email, name, mustChangePassword, session } = c.get('user');
  const { current = '', password = '', repeated = '', next } = c.get('form');
  const refuse = (outcome: Outcome) =>
    mustChangePassword ? respondPasswordPage(c, next, outcome) : respondAccount(c, outcome);
  const hasPassword = (one: string) => isSamePassword(one, current);
  const fault = await passwordFault(password, { email, name, hasPassword });
  if (fault) return refuse({ error: `${fault}.`, field: 'password' });
  if (password !== repeated)
    return refuse({ error: 'The new passwords don’t match.', field: 'repeated' });
  const actions = {
    refused: 'password-change-refused',
    throttled: 'password-change-throttled',
  } as const;
  const { isRight, throttled } = await checkOwnPassword(c, current, actions);
  if (throttled) return refuse({ error: throttled, status: 429 });
  if (!isRight) return refuse({ error: 'The current password is incorrect.', field: 'current' });
  const kept = { sessionId: session.id, browserValues: browserValues(c) };
  const networks = networksOf(c.env.exchange.address);
  keepRenewed(
    c,
    await c.env.hashing.known(() => setPassword(actorOf(c), id, password, kept), { networks }),
  );
  return c.redirect(
    mustChangePassword ? safePath(next) : `${DASHBOARD_PATHS.account}?done=password`,
    303,
  );
};

async function sessionList(c: PageContext) {
  const { id: userId, session, formToken } = c.get('user');
  const now = c.get('now');
  const { sessions: listed, total } = await sessions.listSessions(c.env.db, userId, session.id);
  const [others, hidden] = [total - 1, total - listed.length];
  const isOwn = ({ id }: sessions.ListedSession) => id === session.id;
  const columns: Column<sessions.ListedSession>[] = [
    {
      head: 'Browser',
      class: 'title',
      cell: (one) =>
        html`<bdi${one.agent && html` title="${one.agent}"`}>${agentName(one.agent)}</bdi> ${isOwn(one) && html`<span class="badge stage-active">This session</span>`}`,
    },
    { head: 'Address', cell: ({ address }) => html`<bdi>${address ?? 'unknown'}</bdi>` },
    { head: 'Signed in', cell: ({ createdAt }) => timeAgo(createdAt, now) },
    { head: 'Last seen', cell: (one) => (isOwn(one) ? 'now' : timeAgo(one.seenAt, now)) },
    {
      head: ACTIONS,
      class: 'end action',
      cell: (one) =>
        !isOwn(one) &&
        html`<form method="post" action="${DASHBOARD_PATHS.session(one.id)}">${formTokenField(formToken)}<button type="submit" class="quiet danger">End<span class="visually-hidden"> the session of ${agentName(one.agent)} at ${one.address ?? 'an unknown address'}</span></button></form>`,
    },
  ];
  return html`<section class="stack" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<p class="hint">Where you’re signed in. Sessions end after ${sessions.IDLE_MINUTES} minutes of inactivity, or after ${sessions.MAX_AGE_HOURS} hours. If you don’t recognize one, end it and change your password.</p>
<div class="card flush">${table('cards', columns, listed)}</div>
${hidden > 0 && html`<p class="hint">${plural(hidden, 'more session')} not listed.</p>`}
${others > 0 && html`<form method="post" action="${DASHBOARD_PATHS.otherSessions}" class="buttons">${formTokenField(formToken)}<button type="submit" class="quiet danger">End ${plural(others, 'other session')}</button></form>`}</section>`;
}

export const submitEndOfSession: PageHandler = async (c) => {
  const id = parseId(c.req.param('id'));
  const isEnded =
    id !== undefined && (await sessions.endSessionOf(actorOf(c), c.get('user').id, id));
  return c.redirect(`${DASHBOARD_PATHS.account}${isEnded ? '?done=session' : ''}`, 303);
};

export const submitEndOfSessions: PageHandler = async (c) => {
  const { id, session } = c.get('user');
  await sessions.endSessions(actorOf(c), id, session.id);
  return c.redirect(`${DASHBOARD_PATHS.account}?done=sessions`, 303);
};
