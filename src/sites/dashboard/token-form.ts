// The forms that create or change a token: their pages, shown again after an error, and their fields.
import { html } from 'hono/html';
import { TOKEN_NAME_MAX_LENGTH, TokenRuleError } from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS, isoDay } from '../../time.ts';
import type { Html } from '../pages/frame.ts';
import type { Form, PageContext, PageHandler } from './context.ts';
import { field, formTokenField, generalError } from './elements.ts';
import { respondDashboardPage } from './layout.ts';
import { tokenName } from './token-facts.ts';

type Respond = (
  c: PageContext,
  given: Form,
  error?: TokenRuleError,
) => Response | Promise<Response>;

/**
 * The handler of a form: of its page, and of what was sent. If the token rules reject `act`, the page is shown again
 * with what was sent. If the form was sent before and has already created a token, it redirects to that: the value was
 * in the first response.
 */
export const tokenForm =
  (
    respond: Respond,
    act: PageHandler,
    findMade?: (c: PageContext) => Promise<Pick<TokenRow, 'id'> | null | undefined>,
  ): PageHandler =>
  async (c) => {
    if (c.req.method !== 'POST') return respond(c, {});
    await c.env.acts.consume(c.var.user.id);
    try {
      return await act(c);
    } catch (error) {
      const made = await findMade?.(c);
      if (made) return c.redirect(`${DASHBOARD_PATHS.token(made.id)}?shown=1`, 303);
      if (error instanceof TokenRuleError) return respond(c, c.var.form, error);
      throw error;
    }
  };

interface TokenFormPage {
  readonly title: string;
  readonly error?: TokenRuleError | undefined;
  readonly content: Html;
  readonly button: Html;
}

/** A form sent to its own page, with a link back to its token's page, or to the list for a new token. */
export function respondForm(
  c: PageContext,
  { title, error, content, button }: TokenFormPage,
) {
  const token: TokenRow | undefined = c.var.token;
  const back = token ? DASHBOARD_PATHS.token(token.id) : DASHBOARD_PATHS.settings;
  return respondDashboardPage(c, {
    title,
    section: 'Tokens',
    error,
    content: html`
<p class="up"><a href="${back}">${token ? tokenName(token) : 'Tokens'}</a></p>
<h1><bdi>${title}</bdi></h1>
<form method="post" action="${c.req.path}" class="card form">
  ${formTokenField(c.var.user.formToken)}
  ${error && !error.field && generalError(error.message)}
  ${content}
  <div class="buttons">${button}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}

/** Focused unless another field has an error. */
export const nameField = (name = '', error?: TokenRuleError) =>
  field({
    id: 'name',
    label: 'Name',
    hint: `The app that uses it and where it runs, such as “Stock sync, warehouse server”. Up to \
${TOKEN_NAME_MAX_LENGTH} characters.`,
    error: error?.field === 'name' && error.message,
    isFocused: !error,
    attributes: html`name="name" value="${name}" required autocomplete="off"`,
  });

const USUAL_DAYS = 90;
const LIFETIMES = [30, USUAL_DAYS, 365];

/** `YYYY-MM-DD`, empty for a token that never expires: a day that was typed, otherwise the chosen one. */
export const lastDayOfForm = ({ last_day: typed, lasts = '' }: Form) => typed || lasts;

/** Chooses how long a token lasts; by default as long as the one that it replaces, or 90 days. */
export function lastDayFields(
  given: Form,
  error: TokenRuleError | undefined,
  now: Date,
  kept?: string,
) {
  const dayIn = (days: number) => isoDay(new Date(now.getTime() + days * DAY_MILLISECONDS));
  const choices = [
    ...(kept ? [['As before', kept]] : []),
    ...LIFETIMES.map((days) => [`${days} days`, dayIn(days)]),
    ['No last day', ''],
  ] as const;
  const isOffered = choices.some(([, day]) => day === given.lasts);
  const chosen = isOffered ? given.lasts : (kept ?? dayIn(USUAL_DAYS));
  return html`
<fieldset class="field">
  <legend>Lasts</legend>
  ${choices.map(
    ([label, day]) => html`
  <label class="choice">
    <input type="radio" name="lasts" value="${day}"${day === chosen && html` checked`}>
    <span>${label} ${day && html`<span class="muted">until ${day}</span>`}</span>
  </label>`,
  )}
  <p class="hint">
    It works until the end of its last day in UTC. Without one, whoever finds it can use it until you revoke it.
  </p>
</fieldset>
${field({
  id: 'last-day',
  label: 'Or another last day',
  hint: 'If you enter a date, it replaces the choice above.',
  error: error?.field === 'lastDay' && error.message,
  attributes: html`name="last_day" type="date" value="${given.last_day}" min="${isoDay(now)}"`,
})}`;
}
