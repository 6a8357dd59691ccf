// The choice of when a token ends: spans that say their last day, never, or a day of one's own. It needs no script.
import { html } from 'hono/html';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { described, field } from './fields.ts';
import { day } from './format.ts';
import type { Form } from './forms.ts';

const DAY_MILLISECONDS = 86_400_000;
const SPANS = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' };

/** The values of the choice that are no day. */
const NEVER = 'never';
const OWN = 'own';

/** The fields of the form: a span is sent as the last day that the page says. */
export interface GivenExpiry {
  readonly expires?: string | undefined;
  readonly lastDay?: string | undefined;
  readonly error?: TokenRefusedError;
}

export const givenExpiry = ({ expires, last_day: lastDay }: Form): GivenExpiry => ({ expires, lastDay });

/** `YYYY-MM-DD`, not checked; empty: never. @throws {TokenRefusedError} a day of one's own is missing */
export function chosenLastDay({ expires, lastDay = '' }: GivenExpiry): string {
  if (expires === NEVER) return '';
  if (expires === OWN && lastDay.trim() === '') throw new TokenRefusedError('Give the last day.', 'lastDay');
  return expires === undefined || expires === OWN ? lastDay : expires;
}

export function expiryField({ expires, lastDay = '', error }: GivenExpiry, now: Date, label = 'Expires') {
  const spans = Object.entries(SPANS).map(([days, name]) => {
    const date = day(new Date(now.getTime() + Number(days) * DAY_MILLISECONDS));
    return [date, html`${name} <span class="muted">until ${date}</span>`] as const;
  });
  const choices = new Map([...spans, [NEVER, html`Never`], [OWN, html`A day of your own`]]);
  const chosen = choices.has(expires ?? '') ? expires : expires === undefined && lastDay === '' ? NEVER : OWN;
  const own = { id: 'last-day', label: 'Last day', error: error?.field === 'lastDay' && error.message };
  const control = html`<div class="choice">${[...choices].map(
    ([value, text]) =>
      html`<label><input type="radio" name="expires" value="${value}"${value === chosen && html` checked`}><span>${text}</span></label>`,
  )}</div>
${field(own, html`<input id="last-day" name="last_day" type="date" value="${lastDay}" min="${day(now)}"${described(own)}>`)}`;
  const hint = 'The token is refused from the end of its last day on, in UTC.';
  return field({ id: 'expiry', label, hint, isGroup: true }, control);
}
