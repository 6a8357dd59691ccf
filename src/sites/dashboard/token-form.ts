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

/** A form with its two handlers: if the token rules reject `act`, the page is shown again with what was sent. */
export const tokenForm = (respond: Respond, act: PageHandler) => ({
  show: (c: PageContext) => respond(c, {}),
  async submit(c: PageContext) {
    try {
      return await act(c);
    } catch (error) {
      if (!(error instanceof TokenRuleError)) throw error;
      return respond(c, c.var.form, error);
    }
  },
});

/** Redirects after a form has already created its token: the value was in the response to the first request. */
export const redirectToShown = (c: PageContext, { id }: Pick<TokenRow, 'id'>) =>
  c.redirect(`${DASHBOARD_PATHS.token(id)}?shown=1`, 303);

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
    hint: 'Name the app that uses it and where it runs, such as “Stock sync, warehouse server”.',
    error: error?.field === 'name' && error.message,
    isFocused: !error,
    attributes: html`name="name" value="${name}" required maxlength="${TOKEN_NAME_MAX_LENGTH}"
      autocomplete="off"`,
  });

const USUAL_DAYS = 90;

/** `given` is `YYYY-MM-DD`, empty for a token that never expires; by default, it is in 90 days. */
export function lastDayField(
  given: string | undefined,
  error: TokenRuleError | undefined,
  now: Date,
) {
  const usual = isoDay(new Date(now.getTime() + USUAL_DAYS * DAY_MILLISECONDS));
  return field({
    id: 'last-day',
    label: 'Last day',
    hint:
      'The token works until the end of this day in UTC. Without a last day it never expires: if it leaks, others ' +
      'can use it until you revoke it.',
    error: error?.field === 'lastDay' && error.message,
    attributes: html`name="last_day" type="date" value="${given ?? usual}"
      min="${isoDay(now)}"`,
  });
}
