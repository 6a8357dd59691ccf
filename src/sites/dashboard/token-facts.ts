// What several pages show about a token: value, state, version, expiry, last use, warnings.
import { html } from 'hono/html';
import { permissionNames, stateOf } from '../../accounts/authenticate.ts';
import * as rules from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS, isoDay } from '../../time.ts';
import type { PageContext } from './context.ts';
import { facts } from './elements.ts';
import { dayElement, inTime, minute, second, timeAgo } from './formats.ts';

export const SURFACE_NAMES = { REST: 'REST', GRAPHQL: 'GraphQL' } as const;

/** A token's value, or one before or after its roll. */
export type TokenValue = NonNullable<TokenRow['successor']>;

/** The prefix and the last four characters; the database has nothing else of the value. */
export const maskedValue = ({ prefix, lastFour }: TokenValue) =>
  html`<code class="value">${prefix}…${lastFour}</code>`;

/** Several tokens may have one name: what an app is called, and after each start of a test deployment. */
export const tokenName = ({ name, lastFour }: Pick<TokenValue, 'name' | 'lastFour'>) =>
  html`<bdi>${name}</bdi> <span class="muted nowrap">…${lastFour}</span>`;

export const valueLink = (value: TokenValue) =>
  html`<a href="${DASHBOARD_PATHS.token(value.id)}">${maskedValue(value)}</a>`;

/** The stage of a version is shown once it isn't active. */
export function versionStage(c: PageContext, version: string) {
  const { stage, sunsetAt } = c.env.versions.lifecycle(version);
  const ends = stage === 'deprecated' && sunsetAt;
  return html`<span class="nowrap">${version}</span>
${stage !== 'active' && html`<span class="badge stage-${stage}">${stage}</span>`}
${ends && html`<span class="warn">ends ${isoDay(ends)}</span>`}`;
}

/** `now` is a database time, as in the functions below. */
export const lastUse = ({ lastUsedAt, lastSurface }: TokenRow, now: Date) =>
  lastUsedAt
    ? html`${timeAgo(lastUsedAt, now)}
${lastSurface && html`<span class="muted">over ${SURFACE_NAMES[lastSurface]}</span>`}`
    : html`<span class="muted">Never</span>`;

/** Empty for a usable token. */
export function stateBadge(token: TokenRow, now: Date) {
  if (stateOf(token, now) === 'usable') return '';
  const text = token.revokedAt ? `Revoked ${isoDay(token.revokedAt)}` : 'Expired';
  return html`<span class="badge stage-sunset">${text}</span>`;
}

/** A token's last day; the minute if a roll ends it. */
export function expiryText(expiresAt: Date) {
  const lastDay = rules.lastDayOf(expiresAt);
  return lastDay === undefined ? minute(expiresAt) : `end of ${lastDay}`;
}

export const expiry = ({ expiresAt }: TokenRow) =>
  expiresAt
    ? html`<time datetime="${expiresAt.toISOString()}"
  title="Stops working at ${second(expiresAt)} UTC">${expiryText(expiresAt)}</time>`
    : html`<span class="muted">Never</span>`;

export function tokenFacts(c: PageContext) {
  const { token, user, now } = c.var;
  const { lastAddress, lastAgent } = token;
  return facts({
    Value: maskedValue(token),
    Version: versionStage(c, token.version),
    Permissions: !token.revokedAt && (permissionNames(user.permissions) || 'none'),
    Created: dayElement(token.createdAt),
    'Expires, UTC': expiry(token),
    'Last used': lastUse(token, now),
    'Last used from':
      lastAddress &&
      html`<bdi>${lastAddress}</bdi>${lastAgent && html`, <bdi>${lastAgent}</bdi>`}`,
    Replaces: token.predecessor && valueLink(token.predecessor),
    'Replaced by': token.successor && valueLink(token.successor),
  });
}

/** Empty until a token's last days, and for a rolled one. */
export function expiryWarning(token: TokenRow, now: Date) {
  const left = rules.millisecondsLeft(token, now);
  if (left === undefined) return '';
  return html`
<p class="warn">
  Expires ${inTime(left)}.
  <a href="${DASHBOARD_PATHS.rollToken(token.id)}">Roll it</a> to get a new value in time.
</p>`;
}

const URL_WARNING_DAYS = 30;

/** A warning for 30 days after a token was sent in a URL, because others may read it in logs and browser histories. */
export function urlWarning({ lastSentInUrlAt, revokedAt }: TokenRow, now: Date) {
  const isRecent =
    lastSentInUrlAt &&
    now.getTime() - lastSentInUrlAt.getTime() < URL_WARNING_DAYS * DAY_MILLISECONDS;
  if (!isRecent || revokedAt) return '';
  return html`
<p class="warn">
  Sent in a URL ${timeAgo(lastSentInUrlAt, now)}, where logs keep it. Send it in the <code>Authorization</code> header
  instead.
</p>`;
}
