// The fields of forms: a label, a hint, the fault, the control; and a password, with a button that shows it where scripts run.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The fault of the control, as a sentence. */
  readonly error?: string | false | undefined;
  /** Whether the control is a choice of several inputs. */
  readonly isGroup?: boolean;
}

/** The attributes of a control: its descriptions, and the focus where it is at fault. */
export function described({ id, hint, error }: Omit<Field, 'label'>, isFocused = false): Html {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}${(error || isFocused) && html` autofocus`}`;
}

export const field = (given: Field, control: Html): Html => {
  const { id, label, hint, error, isGroup } = given;
  return html`<div class="field"${isGroup && html` role="radiogroup" aria-labelledby="${id}-label"${hint && html` aria-describedby="${id}-hint"`}`}>
${isGroup ? html`<span class="label" id="${id}-label">${label}</span>` : html`<label for="${id}">${label}</label>`}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<div class="control">${error && html`<p class="note error" role="alert" id="${id}-error">${error}</p>`}
${control}</div>
</div>`;
};

/** An error of no single field, in front of the fields; it has the focus. */
export const generalFault = (error: string): Html =>
  html`<p class="note error" role="alert" tabindex="-1" autofocus>${error}</p>`;

interface PasswordField extends Omit<Field, 'isGroup'> {
  readonly autocomplete: 'current-password' | 'new-password';
  readonly minLength?: number;
  readonly maxLength: number;
  readonly isFocused?: boolean;
}

export const passwordField = ({ autocomplete, minLength, maxLength, isFocused, ...given }: PasswordField): Html =>
  field(
    given,
    html`<div class="copy"><input id="${given.id}" type="password" name="${given.id}" autocomplete="${autocomplete}" required${minLength && html` minlength="${minLength}"`} maxlength="${maxLength}"${described(given, isFocused)}><button type="button" class="quiet" data-reveal="${given.id}" hidden>Show<span class="visually-hidden"> “${given.label}”</span></button></div>`,
  );
