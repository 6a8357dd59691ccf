// The field for a token's last day.
import { html } from 'hono/html';
import type { TokenRuleError } from '../../accounts/token-rules.ts';
import { DAY_MILLISECONDS, isoDay } from '../../time.ts';
import { described, field } from './forms.ts';

const USUAL_DAYS = 90;

/** `given` is `YYYY-MM-DD`, empty for a token that never expires; by default, it is in 90 days. */
export function lastDayField(
  given: string | undefined,
  error: TokenRuleError | undefined,
  now: Date,
) {
  const usual = isoDay(new Date(now.getTime() + USUAL_DAYS * DAY_MILLISECONDS));
  const about = {
    id: 'last-day',
    label: 'Last day',
    hint:
      'The token works until the end of this day in UTC. Without a last day it never expires: if it leaks, others ' +
      'can use it until you revoke it.',
    error: error?.field === 'lastDay' && error.message,
  };
  return field(
    about,
    html`<input id="last-day" name="last_day" type="date" value="${given ?? usual}"
      min="${isoDay(now)}"${described(about)}>`,
  );
}
