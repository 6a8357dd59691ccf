// Renames, rolls and revokes a token: a form for each, on a page that names the token.
import { html } from 'hono/html';
import { lastDayOf, millisecondsLeft, stateOf, TokenRefusedError } from '../../accounts/token-rules.ts';
import {
  findToken,
  ROLL_OVERLAP_HOURS,
  renameToken,
  revokeToken,
  rollToken,
  type TokenRow,
} from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { chosenLastDay, expiryField, nameField, respondForm, respondNewValue, tokenForm } from './create-token.ts';
import { inTime, minute } from './format.ts';
import { type Form, field } from './forms.ts';
import { changeOverPath, redirectToShown } from './token-page.ts';
import { maskedValue, tokenFacts } from './tokens.ts';

export const renameTokenForm = tokenForm(
  (c, { name = c.get('token').name }, error) =>
    respondForm(c, {
      title: 'Rename token',
      action: DASHBOARD_PATHS.renameToken(c.get('token').id),
      error,
      content: nameField(name, error),
      button: html`<button type="submit">Rename</button>`,
    }),
  async (c) => {
    const { id, userId } = c.get('token');
    await renameToken(actorOf(c), userId, id, c.get('form').name ?? '');
    return c.redirect(DASHBOARD_PATHS.token(id), 303);
  },
);

export const revokeTokenPage: PageHandler = (c) => {
  const { id, revokedAt } = c.get('token');
  if (revokedAt) return c.redirect(DASHBOARD_PATHS.token(id), 303);
  return respondForm(c, {
    title: 'Revoke this token?',
    action: DASHBOARD_PATHS.revokeToken(id),
    content: html`${tokenFacts(c)}
<p>Software that uses the token stops working at once: its next request is answered 401. This can’t be undone.</p>`,
    button: html`<button type="submit" class="danger">Revoke token</button>`,
  });
};

export const submitRevocation: PageHandler = async (c) => {
  const { id, userId } = c.get('token');
  await revokeToken(actorOf(c), userId, id);
  return c.redirect(`${DASHBOARD_PATHS.settings}?revoked=${id}`, 303);
};

/** The values of the choice of when the old value of a roll ends. */
const LATER = 'later';
const AT_ONCE = 'at-once';

/** A form that is sent again, or for a token that another form has rolled, leads to the page of the new token. */
export const rollTokenForm = tokenForm(
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
      if (end !== LATER && end !== AT_ONCE) throw new TokenRefusedError('Choose when the old value ends.');
      const asked = { userId, tokenId, environment: config.environment, overlaps: end === LATER };
      const token = await rollToken(actorOf(c), { ...asked, lastDay: chosenLastDay(form) });
      const old = (await findToken(db, userId, tokenId)) ?? c.get('token');
      return await respondNewValue(c, 'Token rolled', token, oldValueNote(old, token.id));
    } catch (error) {
      const current = await findToken(db, userId, tokenId);
      if (current?.successor) return redirectToShown(c, current.successor);
      throw error;
    }
  },
);

function oldValueNote(old: TokenRow, newId: number) {
  const end = old.revokedAt || !old.expiresAt ? 'now' : `${minute(old.expiresAt)} UTC`;
  return html`<p>The old value, ${maskedValue(old)}, is refused from ${end} on.
${!old.revokedAt && html`Give your software the new one, and <a href="${changeOverPath(newId)}">see when the old one is safe to end</a>.`}</p>`;
}

function respondRollForm(c: PageContext, given: Form, error?: TokenRefusedError) {
  const [token, now] = [c.get('token'), c.get('now')];
  const isExpired = stateOf(token, now) === 'expired';
  const left = millisecondsLeft(token, now);
  const lastDay = (!isExpired && token.expiresAt && lastDayOf(token.expiresAt)) || '';
  const filled = given.expires === undefined ? { last_day: lastDay, ...given } : given;
  return respondForm(c, {
    title: 'Roll this token?',
    action: DASHBOARD_PATHS.rollToken(token.id),
    error,
    content: html`${tokenFacts(c)}
<p>A new token with this name, version and your permissions takes its place. Its value is shown once, on the next page.</p>
${!isExpired && endChoice(given)}
${expiryField(filled, error, now, 'The new value expires')}
${left !== undefined && html`<p class="warn">The old value expires ${inTime(left)}. With the same last day, so does the new one.</p>`}`,
    button: html`<button type="submit">Roll token</button>`,
  });
}

const endChoice = ({ end }: Form) =>
  field(
    { id: 'end', label: 'The old value ends', isGroup: true },
    html`<div class="choice lines">
<label><input type="radio" name="end" value="${LATER}"${end !== AT_ONCE && html` checked`}> after ${ROLL_OVERLAP_HOURS} hours, so that you can change your software over</label>
<label><input type="radio" name="end" value="${AT_ONCE}"${end === AT_ONCE && html` checked`}> at once, because others may know it</label></div>`,
  );
