// The form that rolls a token: another value takes its place.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/authenticate.ts';
import { lastDayOf, millisecondsLeft } from '../../accounts/token-rules.ts';
import * as tokens from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext } from './context.ts';
import { minute } from './formats.ts';
import { respondNewValue } from './new-value.ts';
import { maskedValue, tokenFacts } from './token-facts.ts';
import { lastDayFields, lastDayOfForm, respondForm, tokenForm } from './token-form.ts';

export const rollTokenForm = tokenForm(
  (c, given, error) => {
    const { token, now } = c.var;
    if (!error && (token.revokedAt || token.successor))
      return c.redirect(DASHBOARD_PATHS.token(token.id), 303);
    const isExpired = stateOf(token, now) === 'expired';
    // The new value's last day is the old one's, unless that is over or soon.
    const isEnding = isExpired || millisecondsLeft(token, now) !== undefined;
    const kept = token.expiresAt && !isEnding ? lastDayOf(token.expiresAt) : undefined;
    return respondForm(c, {
      title: `Roll “${token.name}”?`,
      error,
      content: html`
${tokenFacts(c)}
<p>
  A new token with the same name, version and permissions replaces this one. You’ll see its value once, on the next
  page.
</p>
${
  !isExpired &&
  html`
<div class="field">
  <label class="choice">
    <input type="checkbox" name="at_once" value="yes"${given.at_once !== undefined && html` checked`}>
    End the old value at once, because others may know it
  </label>
  <p class="hint">
    Otherwise it ends after ${tokens.ROLL_OVERLAP_HOURS} hours, so you have time to update your apps.
  </p>
</div>`
}
${lastDayFields(given, error, now, kept)}`,
      button: html`<button type="submit">Roll token</button>`,
    });
  },
  async (c) => {
    const { id: tokenId, userId } = c.var.token;
    const { form } = c.var;
    const token = await tokens.rollToken(actorOf(c), {
      userId,
      tokenId,
      environment: c.env.config.environment,
      overlaps: form.at_once === undefined,
      lastDay: lastDayOfForm(form),
    });
    return respondNewValue(c, 'Token rolled', token, oldValueNote(c, token));
  },
  // Another form may have rolled the token.
  async ({ env, var: { token } }) =>
    (await tokens.findToken(env.db, token.userId, token.id))?.successor,
);

function oldValueNote(c: PageContext, { predecessor: old }: tokens.TokenRow) {
  if (!old?.expiresAt || stateOf(old, c.var.now) !== 'usable')
    return html`<p>The old value has stopped working.</p>`;
  return html`
<p>
  The old value, ${maskedValue(old)}, stops working at ${minute(old.expiresAt)} UTC.
  Update your apps, then <a href="${DASHBOARD_PATHS.token(old.id)}">check whether any still uses it</a>.
</p>`;
}
