// The options of a select element.
import { html } from 'hono/html';

export const option = (value: string, name: string, chosen: string) =>
  html`<option value="${value}"${value === chosen && html` selected`}>${name}</option>`;

/** One option for each value, with its name, or else with the value itself. */
export const optionsOf = (values: readonly string[], names: Readonly<Record<string, string>>, chosen: string) =>
  values.map((value) => option(value, names[value] ?? value, chosen));
