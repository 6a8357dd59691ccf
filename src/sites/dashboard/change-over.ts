// The change from the old value of a rolled token to the new one: when each was last used, and whether the old one can end.
import { html } from 'hono/html';
import { stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext } from './context.ts';
import { inTime, minute, timeAgo } from './format.ts';
import { facts } from './layout.ts';
import { lastUse, lastUseFrom, maskedValue } from './token-fragments.ts';

const QUIET_MILLISECONDS = 3_600_000;

type Value = NonNullable<TokenRow['successor']>;

/** The old and the new value that are both usable, if the token is one of them. */
function pairOf(token: TokenRow, now: Date): readonly [old: Value, fresh: Value] | undefined {
  const pair = token.successor ? ([token, token.successor] as const) : ([token.predecessor, token] as const);
  const [old, fresh] = pair;
  return old && stateOf(old, now) === 'usable' ? [old, fresh] : undefined;
}

/** Whether software still has the old value, by its last use: a sentence, and whether the value is safe to end. */
function verdict(old: Value, fresh: Value, now: Date): readonly [isSafe: boolean, text: Html] {
  if (!old.lastUsedAt) return [true, html`<strong>Safe to end:</strong> the old value was never used.`];
  const used = html`the old value was last used ${timeAgo(old.lastUsedAt, now)}`;
  if (now.getTime() - old.lastUsedAt.getTime() < QUIET_MILLISECONDS)
    return [false, html`<strong>Not yet safe to end:</strong> ${used}. Give your software the new one.`];
  if (!fresh.lastUsedAt || fresh.lastUsedAt < old.lastUsedAt)
    return [false, html`<strong>Wait for the new value:</strong> ${used}, and the new one has not been used since.`];
  return [
    true,
    html`<strong>Safe to end:</strong> ${used}, and the new one is in use. Software that runs rarely may still have the old one.`,
  ];
}

/** What is known while calls since a time may be missing; nothing is safe to end then. */
const knownUse = ({ lastUsedAt }: Value, now: Date, since: Date) =>
  html`<strong>Not known whether it is safe to end:</strong> up to ${minute(since)} UTC the old value was ${lastUsedAt ? html`last used ${timeAgo(lastUsedAt, now)}` : 'not used'}; calls since then may be missing here.`;

/** Where a page shows the change, and ticks it by itself. */
export const CHANGE_OVER = 'change-over';

/** Absent unless both values are usable. */
export function changeOver(c: PageContext) {
  const [token, now] = [c.get('token'), c.get('now')];
  const pair = pairOf(token, now);
  if (!pair) return '';
  const [old, fresh] = pair;
  const since = c.get('behindSince');
  const [isSafe, text] = since ? ([false, knownUse(old, now, since)] as const) : verdict(old, fresh, now);
  const end = html`<a class="button quiet${!isSafe && ' danger'}" href="${DASHBOARD_PATHS.revokeToken(old.id)}">End the old value now</a>`;
  return html`<section class="card stack" id="${CHANGE_OVER}" data-live="${DASHBOARD_PATHS.token(token.id)}" aria-labelledby="change-over-heading">
<h2 id="change-over-heading">Change over to the new value</h2>
${facts({ 'Old value': valueText(old, now, since), 'New value': valueText(fresh, now, since) })}
<p class="note${!isSafe && ' warning'}" role="status">${text}</p>
<div class="buttons">${end}</div>
${old.expiresAt && html`<p class="hint">It ends by itself ${inTime(old.expiresAt.getTime() - now.getTime())}, at ${minute(old.expiresAt)} UTC.</p>`}
</section>`;
}

const valueText = (value: Value, now: Date, since: Date | undefined) =>
  html`<a href="${DASHBOARD_PATHS.token(value.id)}">${maskedValue(value)}</a><br>${value.lastUsedAt ? html`used ${lastUse(value, now)}${value.lastAddress && html` from ${lastUseFrom(value)}`}` : since ? 'no use known' : 'never used'}`;

/** In a list of tokens: leads to the change. */
export const rollNote = (token: TokenRow, now: Date) => {
  const pair = pairOf(token, now);
  if (!pair) return '';
  const text = token.successor
    ? html`Old value: ${maskedValue(token.successor)} replaces it.`
    : html`Its old value ${maskedValue(pair[0])} is still usable.`;
  return html`<p class="hint">${text} <a href="${DASHBOARD_PATHS.token(token.id)}#${CHANGE_OVER}">Change over</a></p>`;
};
