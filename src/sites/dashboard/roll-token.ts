// Rolls a token: its form, with the choice of when the old value ends, and the page that shows the new value once.
import type { Context } from 'hono';
import { html } from 'hono/html';
import { ROLL_OVERLAP_HOURS, rollToken } from '../../accounts/roll-token.ts';
import { lastDayOf, TokenRefusedError } from '../../accounts/token-rules.ts';
import { millisecondsLeft, stateOf } from '../../accounts/token-state.ts';
import { findToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { DashboardDeps, DashboardEnv, PageHandler } from './context.ts';
import { formTokenField } from './form-token.ts';
import { inTime, minute } from './format.ts';
import { page } from './layout.ts';
import { newValuePage } from './new-value-page.ts';
import { type Given, generalFault, lastDayField } from './token-fields.ts';
import { expiry, lastUse, maskedValue, versionWithStage } from './token-fragments.ts';

/** The values of the choice of the form. */
const LATER = 'later';
const AT_ONCE = 'at-once';

interface RollForm extends Given {
  readonly end: string;
}

export const rollTokenPage =
  (deps: DashboardDeps): PageHandler =>
  (c) => {
    const token = c.get('token');
    if (token.revokedAt || token.successor) return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
    return c.html(render(deps, c, token, { end: LATER }));
  };

export const submitRoll =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const token = c.get('token');
    if (token.successor) return rolledBefore(c, token);
    const { end = LATER, last_day: lastDay = '' } = c.get('form');
    try {
      if (end !== LATER && end !== AT_ONCE) throw new TokenRefusedError('Choose when the old value ends.');
      return await roll(c, deps, token, { end, lastDay });
    } catch (error) {
      const current = await findToken(deps.db, token.userId, token.id);
      if (current?.successor) return rolledBefore(c, current);
      if (!(error instanceof TokenRefusedError)) throw error;
      return c.html(render(deps, c, token, { end, lastDay, error }), 400);
    }
  };

async function roll(
  c: Context<DashboardEnv>,
  deps: DashboardDeps,
  old: TokenRow,
  form: { end: string; lastDay: string },
) {
  const { db, config, logger } = deps;
  const user = c.get('user');
  const { environment } = config;
  const token = await rollToken(db, {
    userId: user.id,
    tokenId: old.id,
    environment,
    overlaps: form.end === LATER,
    lastDay: form.lastDay,
  });
  const { requestId } = c.env.exchange;
  logger.info({ userId: user.id, tokenId: token.id, predecessorId: old.id, requestId }, 'token rolled');
  const rolled = (await findToken(db, user.id, old.id)) ?? old;
  const end = rolled.revokedAt || !rolled.expiresAt ? 'now' : `${minute(rolled.expiresAt)} UTC`;
  const note = html`<p>The old value, ${maskedValue(old)}, is refused from ${end} on.</p>`;
  return c.html(await newValuePage(deps, user, { title: 'Token rolled', token, note }));
}

/** The response to a form that is sent again, or for a token that another form has rolled. */
const rolledBefore = (c: Context<DashboardEnv>, { id, successor }: TokenRow) =>
  c.html(
    page(c.get('user'), 'API settings', {
      title: 'Token rolled before',
      content: html`<div class="narrow"><h1>This token was rolled before</h1>
<p>A token is rolled once, and the new value is shown only once. If you did not copy it, roll the new token.</p>
<p class="buttons"><a class="button" href="${DASHBOARD_PATHS.token(successor?.id ?? id)}">To the new token</a></p></div>`,
    }),
    409,
  );

function render({ versions }: DashboardDeps, c: Context<DashboardEnv>, token: TokenRow, form: RollForm) {
  const [user, now] = [c.get('user'), c.get('now')];
  const isExpired = stateOf(token, now) === 'expired';
  const left = millisecondsLeft(token, now);
  const lastDay = (!isExpired && token.expiresAt && lastDayOf(token.expiresAt)) || '';
  return page(user, 'API settings', {
    title: 'Roll token',
    content: html`<div class="narrow">
<p class="up"><a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a></p>
<h1>Roll this token?</h1>
<form method="post" action="${DASHBOARD_PATHS.rollToken(token.id)}" class="card stack">
${formTokenField(user.formToken)}
${generalFault(form)}
<dl class="facts">
<div><dt>Token</dt><dd><bdi>${token.name}</bdi></dd></div>
<div><dt>Value</dt><dd>${maskedValue(token)}</dd></div>
<div><dt>Version</dt><dd>${versionWithStage(versions, token.version)}</dd></div>
<div><dt>Expires, UTC</dt><dd>${expiry(token)}</dd></div>
<div><dt>Last used</dt><dd>${lastUse(token, now)}</dd></div>
</dl>
<p>A new token with this name, version and your permissions takes its place. Its value is shown once, on the next page.</p>
${!isExpired && endChoice(form)}
${lastDayField({ lastDay, ...form })}
${left !== undefined && html`<p class="warn">The old value expires ${inTime(left)}. With the same last day, so does the new one.</p>`}
<div class="buttons"><button type="submit">Roll token</button><a class="button quiet" href="${DASHBOARD_PATHS.token(token.id)}">Cancel</a></div>
</form>
</div>`,
  });
}

const endChoice = ({ end }: RollForm) => html`<fieldset class="choice"><legend>The old value ends</legend>
<label><input type="radio" name="end" value="${LATER}"${end !== AT_ONCE && html` checked`}> after ${ROLL_OVERLAP_HOURS} hours, so that you can change your software over</label>
<label><input type="radio" name="end" value="${AT_ONCE}"${end === AT_ONCE && html` checked`}> at once, because others may know it</label>
</fieldset>`;
