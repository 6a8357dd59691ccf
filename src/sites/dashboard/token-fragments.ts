// HTML fragments of a token that several pages share: value, state, version, expiry, last use, warnings, calls.
import { html } from 'hono/html';
import type { Permission } from '../../../prisma/generated/client/enums.ts';
import { lastDayOf } from '../../accounts/token-rules.ts';
import { millisecondsLeft, stateOf } from '../../accounts/token-state.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import type { Versions } from '../../operation/versions.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Totals } from '../../usage/reads.ts';
import { agentName } from './agent-name.ts';
import type { PageContext } from './context.ts';
import { count, day, dayElement, inTime, minute, second, timeAgo } from './format.ts';
import { facts } from './layout.ts';

export const SURFACE_NAMES = { REST: 'REST', GRAPHQL: 'GraphQL' } as const;

/** The prefix and the last four characters; the database has no other part of the value. */
export const maskedValue = ({ prefix, lastFour }: Pick<TokenRow, 'prefix' | 'lastFour'>) =>
  html`<code class="value">${prefix}…${lastFour}</code>`;

/** A version with its stage, and with its end once it is deprecated. */
export function versionWithStage(versions: Versions, version: string) {
  const { stage, sunsetAt } = versions.lifecycle(version);
  const ends = stage === 'deprecated' ? 'ends' : stage === 'sunset' && 'ended';
  return html`<span class="nowrap">${version}</span> <span class="badge stage-${stage}">${stage}</span>${ends && sunsetAt && html` <span class="warn">${ends} ${day(sunsetAt)}</span>`}`;
}

/** No operation deletes anything, so pages do not speak of `DELETE`. */
export const PERMISSION_MEANINGS = {
  READ: 'read your products, bundles and rentals',
  WRITE: 'create and update products and bundles',
} as const satisfies Partial<Record<Permission, string>>;

export const permissionNames = (permissions: readonly Permission[]) =>
  Object.keys(PERMISSION_MEANINGS)
    .filter((one) => permissions.some((permission) => permission === one))
    .map((one) => one.toLowerCase())
    .join(', ') || 'none';

/** `now` is a time of the database, as in the functions below. */
export const lastUse = (
  { lastUsedAt, lastSurface, predecessor }: Pick<TokenRow, 'lastUsedAt' | 'lastSurface'> & Partial<TokenRow>,
  now: Date,
) =>
  lastUsedAt
    ? html`${timeAgo(lastUsedAt, now)}${lastSurface && html` <span class="muted">over ${SURFACE_NAMES[lastSurface]}</span>`}`
    : html`<span class="muted">${predecessor ? 'Not since its roll' : 'Never'}</span>`;

/** From where a token was used last. */
export const lastUseFrom = ({ lastAddress, lastAgent }: Pick<TokenRow, 'lastAddress' | 'lastAgent'>) =>
  lastAddress &&
  html`<bdi>${lastAddress}</bdi>${lastAgent && html`, <bdi title="${lastAgent}">${agentName(lastAgent)}</bdi>`}`;

/** Empty for a usable token. */
export function stateBadge(token: TokenRow, now: Date) {
  const state = stateOf(token, now);
  if (state === 'usable') return '';
  const text = state === 'expired' ? 'Expired' : `Revoked${token.revokedAt && ` ${day(token.revokedAt)}`}`;
  return html`<span class="badge stage-sunset">${text}</span>`;
}

/** The last day of a token; the minute for one that a roll ends. */
export function expiryText(expiresAt: Date): string {
  const lastDay = lastDayOf(expiresAt);
  return lastDay === undefined ? minute(expiresAt) : `end of ${lastDay}`;
}

export const expiry = ({ expiresAt }: Pick<TokenRow, 'expiresAt'>) =>
  expiresAt
    ? html`<time datetime="${expiresAt.toISOString()}" title="Refused from ${second(expiresAt)} UTC on">${expiryText(expiresAt)}</time>`
    : html`<span class="muted">Never</span>`;

const tokenLink = (token: TokenRow['successor']) =>
  token && html`<a href="${DASHBOARD_PATHS.token(token.id)}">${maskedValue(token)}</a>`;

/** The properties of the token of a request. */
export function tokenFacts(c: PageContext) {
  const token = c.get('token');
  return facts({
    Value: maskedValue(token),
    Version: versionWithStage(c.env.versions, token.version),
    Permissions: permissionNames(c.get('user').permissions),
    Created: dayElement(token.createdAt),
    'Expires, UTC': expiry(token),
    'Last used': lastUse(token, c.get('now')),
    'Last used from': lastUseFrom(token),
    Activity: html`<a href="${DASHBOARD_PATHS.activity}?token=${token.id}">What was done to this token</a>`,
    Revoked: token.revokedAt && dayElement(token.revokedAt),
    Replaces: tokenLink(token.predecessor),
    'Replaced by': tokenLink(token.successor),
  });
}

/** Empty until the last days of a token, and for a rolled one. */
export function expiryWarning(token: TokenRow, now: Date) {
  const left = millisecondsLeft(token, now);
  if (left === undefined) return '';
  return html`<p class="warn">Expires ${inTime(left)}. <a href="${DASHBOARD_PATHS.rollToken(token.id)}">Roll it</a> to get a new value in time.</p>`;
}

const URL_WARNING_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/** A warning for 30 days after a token was sent in a URL: others may read it in logs and histories. */
export function urlWarning({ lastSentInUrlAt, revokedAt }: TokenRow, now: Date) {
  const isRecent = lastSentInUrlAt && now.getTime() - lastSentInUrlAt.getTime() < URL_WARNING_DAYS * DAY_MILLISECONDS;
  if (!isRecent || revokedAt) return '';
  return html`<p class="warn">Sent in the URL ${timeAgo(lastSentInUrlAt, now)}, where logs keep it. Send it in the <code>Authorization</code> header.</p>`;
}

export const callCounts = ({ calls, refused }: Totals) =>
  html`<span class="number">${count(calls)}</span>${refused > 0 && html` <span class="refused-note">(${count(refused)} refused)</span>`}`;
