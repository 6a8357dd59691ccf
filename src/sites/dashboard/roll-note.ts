// While both values of a rolled token work: which one a token is, and the switch from the old to the new one.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext } from './context.ts';
import { facts } from './elements.ts';
import { inTime, minute } from './formats.ts';
import * as shown from './token-facts.ts';

/** The old and the new value if both work and the token is one of them. */
function pairOf(
  token: TokenRow,
  now: Date,
): readonly [old: shown.TokenValue, fresh: shown.TokenValue] | undefined {
  const [old, fresh] = token.successor ? [token, token.successor] : [token.predecessor, token];
  return old && stateOf(old, now) === 'usable' ? [old, fresh] : undefined;
}

/** The place on a token's page where the values are compared. */
const SWITCH = 'switch';

export const switchPath = (tokenId: number) => `${DASHBOARD_PATHS.token(tokenId)}#${SWITCH}`;

export function rollNote(token: TokenRow, now: Date) {
  const pair = pairOf(token, now);
  if (!pair) return '';
  const text = token.successor
    ? html`Old value, replaced by ${shown.maskedValue(token.successor)}.`
    : html`The old value ${shown.maskedValue(pair[0])} still works.`;
  return html`<p class="hint">${text} <a href="${switchPath(token.id)}">Switch</a></p>`;
}

/** When and from where each value was last used: the user decides when the old one can end. */
export function switchCard(c: PageContext) {
  const now = c.get('now');
  const pair = pairOf(c.get('token'), now);
  if (!pair) return '';
  const [old, fresh] = pair;
  const use = (value: shown.TokenValue) => html`
${shown.valueLink(value)}<br>
last used: ${shown.lastUse(value, now)}${value.lastAddress && html` from ${shown.lastUseFrom(value)}`}`;
  return html`
<section class="card stack" id="${SWITCH}" aria-labelledby="switch-heading">
  <h2 id="switch-heading">Switch to the new value</h2>
  ${facts({ 'Old value': use(old), 'New value': use(fresh) })}
  <p class="hint">End the old value once none of your apps uses it.${old.expiresAt && html` It ends automatically ${inTime(old.expiresAt.getTime() - now.getTime())}, at ${minute(old.expiresAt)} UTC.`}</p>
  <div class="buttons"><a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(old.id)}">End the old value now</a></div>
</section>`;
}
