// The pages with a form about a token: its frame, and the fields of a name and a last day, each with its fault.
import { html } from 'hono/html';
import { TOKEN_NAME_MAX_LENGTH, type TokenRefusedError } from '../../accounts/token-rules.ts';
import type { TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { PageContext } from './context.ts';
import { formTokenField } from './forms.ts';
import { respondPage } from './layout.ts';

/** The fields of the form before, and the error for which it was refused. */
export interface Given {
  readonly name?: string;
  readonly lastDay?: string;
  readonly error?: TokenRefusedError;
}

interface TokenForm {
  readonly title: string;
  /** The path to which the form is sent. */
  readonly action: string;
  readonly error?: TokenRefusedError | undefined;
  readonly content: Html;
  readonly button: Html;
}

/** A form that leads back to the page of its token, or to the API settings for a new one. */
export function respondForm(c: PageContext, { title, action, error, content, button }: TokenForm) {
  const { formToken } = c.get('user');
  const token: TokenRow | undefined = c.get('token');
  const back = token ? DASHBOARD_PATHS.token(token.id) : DASHBOARD_PATHS.settings;
  return respondPage(c, {
    title,
    section: 'API settings',
    status: error ? 400 : 200,
    content: html`<div class="narrow">
<p class="up"><a href="${back}"><bdi>${token?.name ?? 'API settings'}</bdi></a></p>
<h1>${title}</h1>
<form method="post" action="${action}" class="card stack">
${formTokenField(formToken)}
${error && !error.field && html`<p class="note error" role="alert">${error.message}</p>`}
${content}
<div class="buttons">${button}<a class="button quiet" href="${back}">Cancel</a></div>
</form>
</div>`,
  });
}

function fault(id: string, field: 'name' | 'lastDay', { error }: Given) {
  const isFaulty = error?.field === field;
  return {
    attributes: html` aria-describedby="${id}-hint${isFaulty && ` ${id}-error`}"${isFaulty && html` aria-invalid="true"`}`,
    note: isFaulty && html`<p class="note error" role="alert" id="${id}-error">${error.message}</p>`,
  };
}

export function nameField(given: Given) {
  const { attributes, note } = fault('name', 'name', given);
  return html`<label for="name">Name</label>
<input id="name" name="name" value="${given.name ?? ''}" required maxlength="${TOKEN_NAME_MAX_LENGTH}" autocomplete="off" autofocus${attributes}>
${note}
<p class="hint" id="name-hint">Name the software that uses it and its place, such as “Stock sync, warehouse server”.</p>`;
}

export function lastDayField(given: Given) {
  const { attributes, note } = fault('last-day', 'lastDay', given);
  return html`<label for="last-day">Last day (optional)</label>
<input id="last-day" name="last_day" type="date" value="${given.lastDay ?? ''}"${attributes}>
${note}
<p class="hint" id="last-day-hint">The token is refused from the end of this day on, in UTC. Without a day it does not expire.</p>`;
}
