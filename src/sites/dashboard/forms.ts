// The markup of the dashboard's forms: fields with label, hint, error and control.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';

export const hiddenField = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const formTokenField = (formToken: string) => hiddenField('form_token', formToken);

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | false | undefined;
  readonly isFocused?: boolean;
}

/** A control's attributes: its descriptions, and the focus if it has an error. */
export function described({ id, hint, error, isFocused }: Field): Html {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const describedBy = ids && html` aria-describedby="${ids}"`;
  const invalid = error && html` aria-invalid="true"`;
  return html`${describedBy}${invalid}${(error || isFocused) && html` autofocus`}`;
}

export const field = (about: Field, control: Html) => html`
<div class="field">
  <label for="${about.id}">${about.label}</label>
  ${about.hint && html`<p class="hint" id="${about.id}-hint">${about.hint}</p>`}
  <div class="control">
    ${about.error && html`<p class="note error" role="alert" id="${about.id}-error">${about.error}</p>`}
    ${control}
  </div>
</div>`;

/** A focused error above the fields that doesn't belong to a single one. */
export const generalError = (error: string) =>
  html`<p class="note error" role="alert" tabindex="-1" autofocus>${error}</p>`;
