// The options of a select element.
import { html } from 'hono/html';

export const option = (value: string, name: string, chosen: string) =>
  html`<option value="${value}"${value === chosen && html` selected`}>${name}</option>`;

/** An option for each value, with its name, or the value itself without one. */
export const selectOptions = (values: readonly string[], names: Readonly<Record<string, string>>, chosen: string) =>
  values.map((value) => option(value, names[value] ?? value, chosen));
