// The forms that create or change a token: their pages, shown again after an error; the name and expiry fields. The
// first form creates a token and has the only page that shows the value; pages that run examples have a button for it.
import { randomBytes } from 'node:crypto';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { TOKEN_NAME_MAX_LENGTH, TokenRefusedError } from '../../accounts/token-rules.ts';
import {
  findTokenOfForm,
  issueToken,
  renewDocsToken,
  type TokenRow,
} from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';
import type { Html } from '../pages/frame.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { exampleRequests, firstSteps } from './first-steps.ts';
import { described, type Form, field, formTokenField, generalFault, hiddenField } from './forms.ts';
import { day, respondPage } from './layout.ts';
import { expiryText } from './tokens.ts';

type Respond = (
  c: PageContext,
  given: Form,
  error?: TokenRefusedError,
) => Response | Promise<Response>;

/**
 * A form with its two handlers. The query fills its page, with the values entered before a sign-in; if the token rules
 * reject `act`, the page is shown again with what was sent.
 */
export const tokenForm = (
  respond: Respond,
  act: PageHandler,
): { readonly show: PageHandler; readonly submit: PageHandler } => ({
  show: (c) => respond(c, c.req.query()),
  async submit(c) {
    try {
      return await act(c);
    } catch (error) {
      if (!(error instanceof TokenRefusedError)) throw error;
      return respond(c, c.get('form'), error);
    }
  },
});

/** Redirects after a form has already created its token: the value was in the response to the first request. */
export const redirectToShown = (c: PageContext, { id }: Pick<TokenRow, 'id'>) =>
  c.redirect(`${DASHBOARD_PATHS.token(id)}?shown=1`, 303);

interface TokenFormPage {
  readonly title: string;
  readonly action: string;
  readonly error?: TokenRefusedError | undefined;
  readonly content: Html;
  readonly button: Html;
}

/** A form with a link back to its token's page, or to the API settings for a new token. */
export function respondForm(
  c: PageContext,
  { title, action, error, content, button }: TokenFormPage,
) {
  const token: TokenRow | undefined = c.get('token');
  const back = token ? DASHBOARD_PATHS.token(token.id) : DASHBOARD_PATHS.settings;
  return respondPage(c, {
    title,
    section: 'Tokens',
    error,
    content: html`<p class="up"><a href="${back}"><bdi>${token?.name ?? 'Tokens'}</bdi></a></p>
<h1>${title}</h1>
<form method="post" action="${action}" class="card form">
${formTokenField(c.get('user').formToken)}
${error && !error.field && generalFault(error.message)}
${content}
<div class="buttons">${button}<a class="button quiet" href="${back}">Cancel</a></div>
</form>`,
  });
}

/** Focused unless another field has an error. */
export function nameField(name = '', error?: TokenRefusedError) {
  const about = {
    id: 'name',
    label: 'Name',
    hint: 'Name the app that uses it and where it runs, such as “Stock sync, warehouse server”.',
    error: error?.field === 'name' && error.message,
  };
  const control = html`<input id="name" name="name" value="${name}" required maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off"${described(about, !error)}>`;
  return field(about, control);
}

const SPANS = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'A year' };
const USUAL_DAYS = '90';

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

/** The expiry choice: periods, sent as the last day they result in; never; or a custom date. Works without a script. */
export function expiryField(
  { expires, last_day: lastDay = '' }: Form,
  error: TokenRefusedError | undefined,
  now: Date,
  label = 'Expires',
) {
  const dayIn = (days: string) => day(new Date(now.getTime() + Number(days) * DAY_MILLISECONDS));
  const spans = Object.entries(SPANS).map(([days, name]) => {
    const date = dayIn(days);
    return [date, html`${name} <span class="muted">until ${date}</span>`] as const;
  });
  const choices = new Map([
    ...spans,
    [NEVER, html`Never <span class="warn">works until someone revokes it, even if it leaks</span>`],
    [OWN, html`Another day`],
  ]);
  const chosen = chosenExpiry();
  function chosenExpiry() {
    if (expires !== undefined && choices.has(expires)) return expires;
    return expires === undefined && lastDay === '' ? dayIn(USUAL_DAYS) : OWN;
  }
  const own = {
    id: 'last-day',
    label: 'Last day',
    error: error?.field === 'lastDay' && error.message,
  };
  const control = html`<div class="choice">${[...choices].map(
    ([value, text]) =>
      html`<label><input type="radio" name="expires" value="${value}"${value === chosen && html` checked`}><span>${text}</span></label>`,
  )}</div>
${field(own, html`<input id="last-day" name="last_day" type="date" value="${lastDay}" min="${day(now)}"${described(own)}>`)}`;
  const hint = 'The token works until the end of its last day in UTC.';
  return field({ id: 'expiry', label, hint, isGroup: true }, control);
}

const NONCE_BYTES = 16;
const NONCE = /^[\w-]{20,40}$/;

const ownerOf = ({ env: { config, versions }, get }: PageContext) => ({
  userId: get('user').id,
  environment: config.environment,
  version: versions.newest(),
});

/** If the form is sent again, by a reload or the Back button, it redirects to its token's page. */
export const createTokenForm = tokenForm(
  (c, given, error) =>
    respondForm(c, {
      title: 'Create token',
      action: DASHBOARD_PATHS.tokens,
      error,
      content: html`<p>The token gets your permissions and the latest API version. You’ll see its value once, on the next page.</p>
${hiddenField('nonce', randomBytes(NONCE_BYTES).toString('base64url'))}
${nameField(given.name, error)}
${expiryField(given, error, c.get('now'))}`,
      button: html`<button type="submit">Create token</button>`,
    }),
  async (c) => {
    const form = c.get('form');
    const { name = '', nonce = '' } = form;
    if (!NONCE.test(nonce)) throw new HTTPException(400);
    const owner = ownerOf(c);
    const formKey = `${owner.userId} ${nonce}`;
    try {
      const token = await issueToken(actorOf(c), {
        ...owner,
        name,
        lastDay: chosenLastDay(form),
        formKey,
      });
      return await respondNewValue(c, 'Token created', token);
    } catch (error) {
      const made = await findTokenOfForm(c.env.db, formKey);
      if (made) return redirectToShown(c, made);
      throw error;
    }
  },
);

type NewToken = Pick<TokenRow, 'name' | 'version' | 'expiresAt'> & { readonly value: string };

/** `note` is about the old value of a rolled token. */
export async function respondNewValue(c: PageContext, title: string, token: NewToken, note?: Html) {
  const { name, value, version, expiresAt } = token;
  const steps = await firstSteps(c, value);
  return respondPage(c, {
    title,
    section: 'Tokens',
    content: html`<h1>${title}</h1>
<div class="stack" data-secret>
<div class="card stack">
<p class="note warning" role="status">Copy the token now. You won’t see it again, because only its hash is stored.</p>
${note}
<label for="token-value"><bdi>${name}</bdi>, pinned to version ${version}, ${expiresAt ? `expires ${expiryText(expiresAt)} UTC` : 'never expires'}</label>
<div class="copy"><input id="token-value" class="mono" value="${value}" readonly autocomplete="off" spellcheck="false"><button type="button" data-copy="token-value" hidden>Copy</button></div>
<p class="visually-hidden" role="status" data-copy-status></p>
${!steps && (await exampleRequests(c, value))}
</div>
${steps}
</div>
<p><a class="button" href="${DASHBOARD_PATHS.settings}">Done</a></p>`,
  });
}

/** What the script of a page with examples needs to request a token; other sites can't read it. */
export const docsTokenForm: PageHandler = (c) => c.json({ formToken: c.get('user').formToken });

export const submitDocsToken: PageHandler = async (c) => {
  if (!c.get('user').session.isRecent) return c.json({ confirm: DASHBOARD_PATHS.confirm }, 403);
  try {
    const { value } = await renewDocsToken(actorOf(c), ownerOf(c));
    return c.json({ token: value });
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    return c.json({ error: error.message }, 409);
  }
};
