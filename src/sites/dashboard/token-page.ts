// The page of one token: its properties, the change from a rolled value to the new one, its usage, its failed requests.
// Also the forms that rename, roll and revoke it, each on a page that names it.
import { html } from 'hono/html';
import {
  lastDayOf,
  millisecondsLeft,
  stateOf,
  TokenRefusedError,
} from '../../accounts/token-rules.ts';
import * as tokens from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { readSeries } from '../../usage/reads.ts';
import { readRefusedRequests } from '../../usage/refused-requests.ts';
import type { Html } from '../pages/frame.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import * as tokenForms from './create-token.ts';
import { type Form, field } from './forms.ts';
import { facts, inTime, minute, respondPage, timeAgo } from './layout.ts';
import { refusedRequestList } from './requests-page.ts';
import * as shown from './tokens.ts';
import { parsePeriod, usageFigure } from './usage-page.ts';

const REFUSED_SHOWN = 10;

export const tokenPage: PageHandler = async (c) => {
  const { db } = c.env;
  const [token, now] = [c.get('token'), c.get('now')];
  const { id, name, userId } = token;
  const period = parsePeriod(c.req.query('period'));
  const [series, refused] = await Promise.all([
    readSeries(db, { userId, tokenId: id }, period, now),
    readRefusedRequests(db, userId, { token: id }, { page: 1, size: REFUSED_SHOWN }),
  ]);
  const heading = token.predecessor ? 'Usage, including old values' : 'Usage';
  return respondPage(c, {
    title: name,
    section: 'Tokens',
    content: html`<p class="up"><a href="${DASHBOARD_PATHS.settings}">Tokens</a></p>
<div class="head">
<h1><bdi>${name}</bdi> ${shown.stateBadge(token, now)}</h1>
<div class="buttons"><a class="button quiet" href="${DASHBOARD_PATHS.renameToken(id)}">Rename</a>
${isRollable(token) && html`<a class="button quiet" href="${DASHBOARD_PATHS.rollToken(id)}">Roll</a>`}
${stateOf(token, now) === 'usable' && html`<a class="button quiet danger" href="${DASHBOARD_PATHS.revokeToken(id)}">Revoke</a>`}</div>
</div>
${c.req.query('shown') !== undefined && shownNote(token)}
<div class="card">${shown.expiryWarning(token, now)}${shown.urlWarning(token, now)}
${shown.tokenFacts(c)}</div>
${changeOver(c)}
${usageFigure(heading, DASHBOARD_PATHS.token(id), period, series, id)}
<section aria-labelledby="requests"><h2 id="requests">Recent failed requests</h2>
${refusedRequestList(c, refused.rows, { withToken: false })}
${refused.pages > 1 && html`<p><a href="${DASHBOARD_PATHS.requests}?token=${id}">All failed requests of this token</a></p>`}</section>`,
  });
};

const shownNote = (token: tokens.TokenRow) =>
  html`<p class="note warning" role="status">This token’s value was shown once, when you created it. ${isRollable(token) && html`If you didn’t copy it, <a href="${DASHBOARD_PATHS.rollToken(token.id)}">roll the token</a> to get a new one.`}</p>`;

const isRollable = ({ revokedAt, successor }: tokens.TokenRow) => !revokedAt && !successor;

/** The old and the new value if both work and the token is one of them. */
function pairOf(
  token: tokens.TokenRow,
  now: Date,
): readonly [old: shown.TokenValue, fresh: shown.TokenValue] | undefined {
  const [old, fresh] = token.successor ? [token, token.successor] : [token.predecessor, token];
  return old && stateOf(old, now) === 'usable' ? [old, fresh] : undefined;
}

const QUIET_MILLISECONDS = 3_600_000;

/** Whether software still uses the old value, judging by its last use: a sentence, and whether it is safe to end. */
function verdict(
  old: shown.TokenValue,
  fresh: shown.TokenValue,
  now: Date,
): readonly [isSafe: boolean, text: Html] {
  if (!old.lastUsedAt)
    return [true, html`<strong>Safe to end:</strong> the old value was never used.`];
  const used = html`the old value was last used ${timeAgo(old.lastUsedAt, now)}`;
  if (now.getTime() - old.lastUsedAt.getTime() < QUIET_MILLISECONDS)
    return [false, html`<strong>Not yet safe to end:</strong> ${used}. Update your apps.`];
  if (!fresh.lastUsedAt || fresh.lastUsedAt < old.lastUsedAt)
    return [
      false,
      html`<strong>Not yet safe to end:</strong> ${used}, and the new one hasn’t been used since.`,
    ];
  return [
    true,
    html`<strong>Safe to end:</strong> ${used}, and the new one is in use. Apps that run rarely may still have the old one.`,
  ];
}

/** What is known while recent calls may be missing; nothing is safe to end then. */
const knownUse = ({ lastUsedAt }: shown.TokenValue, now: Date, since: Date) =>
  html`<strong>Can’t tell yet:</strong> until ${minute(since)} UTC the old value was ${lastUsedAt ? html`last used ${timeAgo(lastUsedAt, now)}` : 'not used'}; later calls may be missing here.`;

/** Where a page shows the change, which checks itself off. */
const CHANGE_OVER = 'change-over';

const changeOverPath = (tokenId: number) => `${DASHBOARD_PATHS.token(tokenId)}#${CHANGE_OVER}`;

function changeOver(c: PageContext) {
  const [token, now, since] = [c.get('token'), c.get('now'), c.get('behindSince')];
  const pair = pairOf(token, now);
  if (!pair) return '';
  const [old, fresh] = pair;
  const [isSafe, text] = since
    ? ([false, knownUse(old, now, since)] as const)
    : verdict(old, fresh, now);
  const valueText = (value: shown.TokenValue) =>
    html`${shown.valueLink(value)}<br>${value.lastUsedAt ? html`used ${shown.lastUse(value, now)}${value.lastAddress && html` from ${shown.lastUseFrom(value)}`}` : since ? 'unknown' : 'never used'}`;
  return html`<section class="card stack" id="${CHANGE_OVER}" data-live="${DASHBOARD_PATHS.token(token.id)}" aria-labelledby="change-over-heading">
<h2 id="change-over-heading">Switch to the new value</h2>
${facts({ 'Old value': valueText(old), 'New value': valueText(fresh) })}
<p class="note${!isSafe && ' warning'}" role="status">${text}</p>
<div class="buttons"><a class="button quiet${!isSafe && ' danger'}" href="${DASHBOARD_PATHS.revokeToken(old.id)}">End the old value now</a></div>
${old.expiresAt && html`<p class="hint">It ends automatically ${inTime(old.expiresAt.getTime() - now.getTime())}, at ${minute(old.expiresAt)} UTC.</p>`}
</section>`;
}

export const rollNote = (token: tokens.TokenRow, now: Date) => {
  const pair = pairOf(token, now);
  if (!pair) return '';
  const text = token.successor
    ? html`Old value, replaced by ${shown.maskedValue(token.successor)}.`
    : html`The old value ${shown.maskedValue(pair[0])} still works.`;
  return html`<p class="hint">${text} <a href="${changeOverPath(token.id)}">Switch</a></p>`;
};

export const renameTokenForm = tokenForms.tokenForm(
  (c, { name = c.get('token').name }, error) =>
    tokenForms.respondForm(c, {
      title: 'Rename token',
      action: DASHBOARD_PATHS.renameToken(c.get('token').id),
      error,
      content: tokenForms.nameField(name, error),
      button: html`<button type="submit">Rename</button>`,
    }),
  async (c) => {
    const { id, userId } = c.get('token');
    await tokens.renameToken(actorOf(c), userId, id, c.get('form').name ?? '');
    return c.redirect(DASHBOARD_PATHS.token(id), 303);
  },
);

export const revokeTokenPage: PageHandler = (c) => {
  const { id, revokedAt } = c.get('token');
  if (revokedAt) return c.redirect(DASHBOARD_PATHS.token(id), 303);
  return tokenForms.respondForm(c, {
    title: 'Revoke this token?',
    action: DASHBOARD_PATHS.revokeToken(id),
    content: html`${shown.tokenFacts(c)}
<p>Apps using this token lose access immediately. You can’t undo this.</p>`,
    button: html`<button type="submit" class="danger">Revoke token</button>`,
  });
};

export const submitRevocation: PageHandler = async (c) => {
  const { id, userId } = c.get('token');
  await tokens.revokeToken(actorOf(c), userId, id);
  return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=${id}`, 303);
};

/** The choices of when the old value of a roll stops working. */
const LATER = 'later';
const AT_ONCE = 'at-once';

/** If the form is sent again, or another form has rolled the token, it redirects to the new token's page. */
export const rollTokenForm = tokenForms.tokenForm(
  (c, given, error) => {
    const { id, revokedAt, successor } = c.get('token');
    if (!error && (revokedAt || successor)) return c.redirect(DASHBOARD_PATHS.token(id), 303);
    return respondRollForm(c, given, error);
  },
  async (c) => {
    const { db, config } = c.env;
    const { id: tokenId, userId } = c.get('token');
    const form = c.get('form');
    const { end = LATER } = form;
    try {
      if (end !== LATER && end !== AT_ONCE)
        throw new TokenRefusedError('Choose when the old value ends.');
      const asked = { userId, tokenId, environment: config.environment, overlaps: end === LATER };
      const token = await tokens.rollToken(actorOf(c), {
        ...asked,
        lastDay: tokenForms.chosenLastDay(form),
      });
      const old = (await tokens.findToken(db, userId, tokenId)) ?? c.get('token');
      return await tokenForms.respondNewValue(
        c,
        'Token rolled',
        token,
        oldValueNote(old, token.id),
      );
    } catch (error) {
      const current = await tokens.findToken(db, userId, tokenId);
      if (current?.successor) return tokenForms.redirectToShown(c, current.successor);
      throw error;
    }
  },
);

function oldValueNote(old: tokens.TokenRow, newId: number) {
  const end = old.revokedAt || !old.expiresAt ? 'now' : `${minute(old.expiresAt)} UTC`;
  return html`<p>The old value, ${shown.maskedValue(old)}, stops working ${end === 'now' ? 'now' : `at ${end}`}.
${!old.revokedAt && html`Update your apps, then <a href="${changeOverPath(newId)}">check when the old value is safe to end</a>.`}</p>`;
}

function respondRollForm(c: PageContext, given: Form, error?: TokenRefusedError) {
  const [token, now] = [c.get('token'), c.get('now')];
  const isExpired = stateOf(token, now) === 'expired';
  const left = millisecondsLeft(token, now);
  const lastDay = (!isExpired && token.expiresAt && lastDayOf(token.expiresAt)) || '';
  const filled = given.expires === undefined ? { last_day: lastDay, ...given } : given;
  return tokenForms.respondForm(c, {
    title: 'Roll this token?',
    action: DASHBOARD_PATHS.rollToken(token.id),
    error,
    content: html`${shown.tokenFacts(c)}
<p>A new token with the same name, version and permissions replaces this one. You’ll see its value once, on the next page.</p>
${!isExpired && endChoice(given)}
${tokenForms.expiryField(filled, error, now, 'The new value expires')}
${left !== undefined && html`<p class="warn">The old value expires ${inTime(left)}. With the same last day, so will the new one.</p>`}`,
    button: html`<button type="submit">Roll token</button>`,
  });
}

const endChoice = ({ end }: Form) =>
  field(
    { id: 'end', label: 'The old value ends', isGroup: true },
    html`<div class="choice lines">
<label><input type="radio" name="end" value="${LATER}"${end !== AT_ONCE && html` checked`}> after ${tokens.ROLL_OVERLAP_HOURS} hours, so you have time to update your apps</label>
<label><input type="radio" name="end" value="${AT_ONCE}"${end === AT_ONCE && html` checked`}> at once, because others may know it</label></div>`,
  );
