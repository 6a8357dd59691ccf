// The account page: name, permissions, and the open sessions, which end one by one or together.
import { html } from 'hono/html';
import { permissionNames } from '../../accounts/permissions.ts';
import * as sessions from '../../accounts/sessions.ts';
import { parseId } from '../../operation/id.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { agentName } from './agent-name.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { ACTIONS, type Column, facts, table } from './elements.ts';
import { timeAgo } from './formats.ts';
import { formTokenField, hiddenField } from './forms.ts';
import { respondPage } from './layout.ts';

const NOTICES = new Map([
  ['password', 'Your password is changed, and all other sessions are ended.'],
  ['sessions', 'All other sessions are ended.'],
  ['session', 'The session is ended.'],
]);

export const accountPage: PageHandler = async (c) => {
  const { name, email, permissions } = c.var.user;
  const notice = NOTICES.get(c.req.query('done') ?? '');
  return respondPage(c, {
    title: 'Account',
    content: html`
<div class="head">
  <h1>Account</h1>
  ${c.env.config.hasPasswords && html`<a class="button quiet" href="${DASHBOARD_PATHS.password}">Change password</a>`}
</div>
${notice && html`<p class="note" role="status">${notice}</p>`}
<div class="card">
  ${facts({
    Name: html`<bdi>${name}</bdi>`,
    'Email address': html`<bdi>${email}</bdi>`,
    Permissions: permissionNames(permissions) || 'none',
  })}
</div>
${await sessionList(c)}`,
  });
};

async function sessionList(c: PageContext) {
  const { id: userId, session } = c.var.user;
  const listed = await sessions.listSessions(c.env.db, userId, session.id);
  return html`
<section class="stack" aria-labelledby="sessions">
  <h2 id="sessions">Sessions</h2>
  <p class="hint">
    Where you’re signed in. Sessions end after ${sessions.IDLE_MINUTES} minutes of inactivity, or after
    ${sessions.MAX_AGE_HOURS} hours. If you don’t recognize one, end it and change your password.
  </p>
  <div class="card flush">${table('cards', columnsOf(c), listed)}</div>
  ${
    listed.length > 1 &&
    endForm(
      c,
      OTHERS,
      html`<button type="submit" class="quiet danger">End all other sessions</button>`,
    )
  }
</section>`;
}

function columnsOf(c: PageContext): Column<sessions.ListedSession>[] {
  const { now, user } = c.var;
  const isOwn = ({ id }: sessions.ListedSession) => id === user.session.id;
  return [
    {
      head: 'Browser',
      class: 'title',
      cell: (one) =>
        html`
<bdi title="${one.agent ?? ''}">${agentName(one.agent)}</bdi>
${isOwn(one) && html`<span class="badge stage-active">This session</span>`}`,
    },
    { head: 'Address', cell: ({ address }) => html`<bdi>${address ?? 'unknown'}</bdi>` },
    { head: 'Signed in', cell: ({ createdAt }) => timeAgo(createdAt, now) },
    { head: 'Last seen', cell: ({ seenAt }) => timeAgo(seenAt, now) },
    {
      head: ACTIONS,
      class: 'end action',
      cell: (one) => !isOwn(one) && endForm(c, String(one.id), endButton(one)),
    },
  ];
}

const endButton = ({ agent, address }: sessions.ListedSession) =>
  html`
<button type="submit" class="quiet danger">
  End<span class="visually-hidden"> the session of ${agentName(agent)} at ${address ?? 'an unknown address'}</span>
</button>`;

/** The value of the field for all other sessions; for one, it is its ID. */
const OTHERS = 'others';

const endForm = (c: PageContext, ended: string, button: unknown) => html`
<form method="post" action="${DASHBOARD_PATHS.account}" class="buttons">
  ${formTokenField(c.var.user.formToken)}
  ${hiddenField('end', ended)}
  ${button}
</form>`;

/** Returns the query for the notice. */
async function endAsked(c: PageContext): Promise<string> {
  const { id: userId, session } = c.var.user;
  const { end = '' } = c.var.form;
  if (end === OTHERS) {
    await sessions.endSessions(actorOf(c), userId, session.id);
    return '?done=sessions';
  }
  const id = parseId(end);
  const isEnded = id !== undefined && (await sessions.endSessionOf(actorOf(c), userId, id));
  return isEnded ? '?done=session' : '';
}

export const endSessions: PageHandler = async (c) =>
  c.redirect(DASHBOARD_PATHS.account + (await endAsked(c)), 303);
