// The choice of a token's last day.
import { html } from 'hono/html';
import { TokenRefusedError } from '../../accounts/token-rules.ts';
import { DAY_MILLISECONDS, isoDay } from '../../time.ts';
import { described, field, radioGroup } from './forms.ts';
import type { Form } from './read-form.ts';

const SPANS = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' };
const USUAL_DAYS = 90;

/** The choices that are not a date. */
const NEVER = 'never';
const OWN = 'own';

/** `YYYY-MM-DD`, not validated; empty: never. @throws {TokenRefusedError} the custom date is missing */
export function chosenLastDay({ expires, last_day: lastDay = '' }: Form): string {
  if (expires === NEVER) return '';
  if (expires === OWN && lastDay.trim() === '')
    throw new TokenRefusedError('Enter the last day.', 'lastDay');
  return expires === undefined || expires === OWN ? lastDay : expires;
}

/** Periods, sent as the last day they result in; never; or a custom date. Works without a script. */
export function expiryField(
  { expires, last_day: lastDay = '' }: Form,
  error: TokenRefusedError | undefined,
  now: Date,
  label = 'Expires',
) {
  const dayIn = (days: number) => isoDay(new Date(now.getTime() + days * DAY_MILLISECONDS));
  const choices = new Map([
    ...Object.entries(SPANS).map(([days, name]) => {
      const date = dayIn(Number(days));
      return [date, html`${name} <span class="muted">until ${date}</span>`] as const;
    }),
    [NEVER, html`Never <span class="warn">works until someone revokes it, even if it leaks</span>`],
    [OWN, html`Another day`],
  ]);
  const given = expires ?? (lastDay === '' ? dayIn(USUAL_DAYS) : OWN);
  const own = {
    id: 'last-day',
    label: 'Last day',
    error: error?.field === 'lastDay' && error.message,
  };
  return radioGroup(
    {
      name: 'expires',
      label,
      hint: 'The token works until the end of its last day in UTC.',
      choices,
      chosen: choices.has(given) ? given : OWN,
    },
    field(
      own,
      html`<input id="last-day" name="last_day" type="date" value="${lastDay}" min="${isoDay(now)}"${described(own)}>`,
    ),
  );
}
