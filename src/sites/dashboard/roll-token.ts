// Rolls a token: its form, with the choice of when the old value ends, and the page that shows the new value once.
import { html } from 'hono/html';
import { ROLL_OVERLAP_HOURS, rollToken } from '../../accounts/roll-token.ts';
import { lastDayOf, TokenRefusedError } from '../../accounts/token-rules.ts';
import { millisecondsLeft, stateOf } from '../../accounts/token-state.ts';
import { findToken, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { CHANGE_OVER } from './change-over.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { chosenLastDay, expiryField, type GivenExpiry, givenExpiry } from './expiry-field.ts';
import { field } from './fields.ts';
import { inTime, minute } from './format.ts';
import { respondNewValue } from './new-value-page.ts';
import { respondForm } from './token-form.ts';
import { maskedValue, tokenFacts } from './token-fragments.ts';
import { redirectToShown } from './token-page.ts';

/** The values of the choice of the form. */
const LATER = 'later';
const AT_ONCE = 'at-once';

interface RollForm extends GivenExpiry {
  readonly end: string;
}

export const rollTokenPage: PageHandler = (c) => {
  const { id, revokedAt, successor } = c.get('token');
  if (revokedAt || successor) return c.redirect(DASHBOARD_PATHS.token(id), 303);
  const { end = LATER, ...expiry } = c.req.query();
  return respondRollForm(c, { end, ...givenExpiry(expiry) });
};

/** A form that is sent again, or for a token that another form has rolled, leads to the page of the new token. */
export const submitRoll: PageHandler = async (c) => {
  const { db, config } = c.env;
  const { id: tokenId, userId } = c.get('token');
  const { end = LATER } = c.get('form');
  const given = givenExpiry(c.get('form'));
  try {
    if (end !== LATER && end !== AT_ONCE) throw new TokenRefusedError('Choose when the old value ends.');
    const { environment } = config;
    const lastDay = chosenLastDay(given);
    const token = await rollToken(actorOf(c), { userId, tokenId, environment, overlaps: end === LATER, lastDay });
    const note = oldValueNote((await findToken(db, userId, tokenId)) ?? c.get('token'), token.id);
    return await respondNewValue(c, { title: 'Token rolled', token, note });
  } catch (error) {
    const current = await findToken(db, userId, tokenId);
    if (current?.successor) return redirectToShown(c, current.successor);
    if (!(error instanceof TokenRefusedError)) throw error;
    return respondRollForm(c, { end, ...given, error });
  }
};

function oldValueNote(old: TokenRow, newId: number) {
  const end = old.revokedAt || !old.expiresAt ? 'now' : `${minute(old.expiresAt)} UTC`;
  return html`<p>The old value, ${maskedValue(old)}, is refused from ${end} on.
${!old.revokedAt && html`Give your software the new one, and <a href="${DASHBOARD_PATHS.token(newId)}#${CHANGE_OVER}">see when the old one is safe to end</a>.`}</p>`;
}

function respondRollForm(c: PageContext, form: RollForm) {
  const [token, now] = [c.get('token'), c.get('now')];
  const isExpired = stateOf(token, now) === 'expired';
  const left = millisecondsLeft(token, now);
  const lastDay = (!isExpired && token.expiresAt && lastDayOf(token.expiresAt)) || '';
  return respondForm(c, {
    title: 'Roll this token?',
    action: DASHBOARD_PATHS.rollToken(token.id),
    error: form.error,
    content: html`${tokenFacts(c)}
<p>A new token with this name, version and your permissions takes its place. Its value is shown once, on the next page.</p>
${!isExpired && endChoice(form)}
${expiryField(form.expires === undefined ? { ...form, lastDay: form.lastDay ?? lastDay } : form, now, 'The new value expires')}
${left !== undefined && html`<p class="warn">The old value expires ${inTime(left)}. With the same last day, so does the new one.</p>`}`,
    button: html`<button type="submit">Roll token</button>`,
  });
}

const endChoice = ({ end }: RollForm) =>
  field(
    { id: 'end', label: 'The old value ends', isGroup: true },
    html`<div class="choice lines">
<label><input type="radio" name="end" value="${LATER}"${end !== AT_ONCE && html` checked`}> after ${ROLL_OVERLAP_HOURS} hours, so that you can change your software over</label>
<label><input type="radio" name="end" value="${AT_ONCE}"${end === AT_ONCE && html` checked`}> at once, because others may know it</label></div>`,
  );
