// The fields of the forms that make tokens: the name and the last day, each with its fault.
import { html } from 'hono/html';
import { TOKEN_NAME_MAX_LENGTH, type TokenRefusedError } from '../../accounts/token-rules.ts';

/** The fields of the form before, and the error for which it was refused. */
export interface Given {
  readonly name?: string;
  readonly lastDay?: string;
  readonly error?: TokenRefusedError;
}

/** An error of no single field. */
export const generalFault = ({ error }: Given) =>
  error && !error.field && html`<p class="note error" role="alert">${error.message}</p>`;

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
