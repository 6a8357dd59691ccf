// Code on the pages of the documentation: highlighted, in a labelled figure.
import highlighter from 'highlight.js/lib/common';
import { html, raw } from 'hono/html';
import type { Html } from '../pages/frame.ts';

/** Highlighted code; as it is for a label that is no language. */
export function highlighted(text: string, language: string): Html | string {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name)
    ? raw(highlighter.highlight(text, { language: name }).value)
    : text;
}

/** Code to paste; a script adds a copy button. */
export const code = (text: string, label: string, language: string) =>
  html`<figure class="code block">
<figcaption class="head">${label}</figcaption>
<pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(text, language)}</code></pre>
</figure>`;
