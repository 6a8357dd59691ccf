// Elements that several pages share: facts, tables, text to copy, the fields of forms.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';

/** Names with their values; omits false and null values. */
export const facts = (values: Readonly<Record<string, unknown>>) => html`
<dl class="facts">
  ${Object.entries(values).map(
    ([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}
</dl>`;

/** A table column; the first one names the row. A head that isn't text labels no cell. */
export interface Column<Row> {
  readonly head: Html | string;
  readonly cell: (row: Row) => unknown;
  readonly class?: string;
}

const named = (classes: string | false) => classes && html` class="${classes}"`;

/** Roles, because browsers don't treat a table shown as cards as a table. */
export const table = <Row>(
  name: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
) => html`
<table class="${name}" role="table">
  <thead role="rowgroup">
    <tr role="row">${columns.map(
      ({ head, class: classes = '' }) =>
        html`<th role="columnheader" scope="col"${named(/^end\b/.test(classes) && 'end')}>${head}</th>`,
    )}</tr>
  </thead>
  <tbody role="rowgroup">
    ${rows.map(
      (row) =>
        html`<tr role="row">${columns.map(({ head, cell, class: classes = '' }, index) => {
          const content = cell(row);
          if (index === 0)
            return html`<th role="rowheader" scope="row"${named(classes)}>${content}</th>`;
          const label = content && typeof head === 'string' && html` data-label="${head}"`;
          return html`<td role="cell"${label}${named(classes)}>${content}</td>`;
        })}</tr>`,
    )}
  </tbody>
</table>`;

/** Text with a button that copies it. */
export const paste = (id: string, title: string, text: string) => html`
<div class="paste">
  <div class="paste-head">
    <strong>${title}</strong>
    <button type="button" class="quiet" data-copy="${id}" hidden>
      Copy<span class="visually-hidden"> “${title}”</span>
    </button>
  </div>
  <pre id="${id}" tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre>
</div>`;

/** Where scripts say that something was copied. */
export const copyStatus = html`<p class="visually-hidden" role="status" data-copy-status></p>`;

export const hiddenField = (name: string, value: string) =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const formTokenField = (formToken: string) => hiddenField('form_token', formToken);

interface Field {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly error: string | false | undefined;
  readonly isFocused?: boolean;
  readonly attributes: Html;
}

/** An input, which has the focus if there is an error. */
export const field = ({ id, label, hint, error, isFocused, attributes }: Field) => html`
<div class="field">
  <label for="${id}">${label}</label>
  ${error && html`<p class="note error" role="alert" id="${id}-error">${error}</p>`}
  <input id="${id}" ${attributes} aria-describedby="${id}-hint${error && ` ${id}-error`}"${
    error && html` aria-invalid="true"`
  }${(error || isFocused) && html` autofocus`}>
  <p class="hint" id="${id}-hint">${hint}</p>
</div>`;

/** A focused error above the fields that doesn't belong to a single one. */
export const generalError = (error: string) =>
  html`<p class="note error" role="alert" tabindex="-1" autofocus>${error}</p>`;
