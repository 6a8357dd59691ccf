// The list of open sessions on the account page; each other one can be ended, or all of them.
import { html } from 'hono/html';
import { IDLE_MINUTES, type ListedSession, listSessions, MAX_AGE_HOURS } from '../../accounts/sessions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { agentName } from './agent-name.ts';
import type { PageContext } from './context.ts';
import { plural, timeAgo } from './format.ts';
import { formTokenField } from './forms.ts';

export async function sessionList(c: PageContext): Promise<Html> {
  const { id, session, formToken } = c.get('user');
  const { sessions, total } = await listSessions(c.env.db, id, session.id);
  const others = total - 1;
  const hidden = total - sessions.length;
  return html`<section class="stack" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2>
<p class="hint">Where you are signed in. A session ends by itself after ${IDLE_MINUTES} minutes without a page, and after ${MAX_AGE_HOURS} hours. End one that you don’t know, and change the password.</p>
<div class="card flush"><table class="cards" role="table">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Browser</th><th role="columnheader" scope="col">Address</th><th role="columnheader" scope="col">Signed in</th><th role="columnheader" scope="col">Last seen</th><th role="columnheader" scope="col"><span class="visually-hidden">Actions</span></th></tr></thead>
<tbody role="rowgroup">${sessions.map((one) => sessionLine(c, one, one.id === session.id))}</tbody></table></div>
${hidden > 0 && html`<p class="hint">${plural(hidden, 'further session')} ${hidden === 1 ? 'is' : 'are'} not listed.</p>`}
${others > 0 && html`<form method="post" action="${DASHBOARD_PATHS.otherSessions}" class="buttons">${formTokenField(formToken)}<button type="submit" class="quiet danger">End ${plural(others, 'other session')}</button></form>`}</section>`;
}

function sessionLine({ get }: PageContext, { id, agent, address, createdAt, seenAt }: ListedSession, isOwn: boolean) {
  const now = get('now');
  const name = agentName(agent);
  const end = html`<form method="post" action="${DASHBOARD_PATHS.session(id)}">${formTokenField(get('user').formToken)}<button type="submit" class="quiet danger">End<span class="visually-hidden"> the session of ${name} at ${address ?? 'an unknown address'}</span></button></form>`;
  return html`
<tr role="row">
<th role="rowheader" scope="row" class="title"><bdi${agent && html` title="${agent}"`}>${name}</bdi> ${isOwn && html`<span class="badge stage-active">This session</span>`}</th>
<td role="cell" data-label="Address"><bdi>${address ?? 'unknown'}</bdi></td>
<td role="cell" data-label="Signed in">${timeAgo(createdAt, now)}</td>
<td role="cell" data-label="Last seen">${isOwn ? 'now' : timeAgo(seenAt, now)}</td>
<td role="cell" class="end action">${!isOwn && end}</td>
</tr>`;
}
