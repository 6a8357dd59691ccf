// A list of named parts, each with an anchor of its own: fields, parameters, headers, errors.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';

export interface Term {
  readonly id: string;
  readonly name: string;
  /** Type, limits and default, on the line of the name. */
  readonly facts: Html | string;
  /** Paragraphs below the name. */
  readonly texts: readonly (Html | string | undefined)[];
}

export const termList = (terms: readonly Term[]): Html =>
  html`<dl class="terms">${terms.map(
    ({
      id,
      name,
      facts,
      texts,
    }) => html`<div id="${id}"><dt><a class="name" href="#${id}">${name}</a> <span>${facts}</span></dt>
${texts.map((text) => text && html`<dd>${text}</dd>`)}</div>
`,
  )}</dl>`;
