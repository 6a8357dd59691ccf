// Code on the pages of the documentation: highlighted, in a labelled figure; and the text of such HTML.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import { html, raw } from 'hono/html';
import type { Html } from '../pages/frame.ts';

const GRAMMARS = { bash, graphql, javascript, json, typescript };

for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar);

/** Highlighted code; unhighlighted for a language that the documentation doesn't use. */
export function highlighted(text: string, language: string): Html | string {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name)
    ? raw(highlighter.highlight(text, { language: name }).value)
    : text;
}

/** Code to paste; a script adds a copy button. */
export const code = (text: string, label: string, language: string): Html =>
  html`<figure class="code block"><figcaption class="head">${label}</figcaption><pre tabindex="0" role="group" aria-label="${label}"><code>${highlighted(text, language)}</code></pre></figure>`;

const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** The text of HTML escaped by hono or the highlighter, without tags and entities. */
export const htmlText = (text: string): string =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&([\w#]+);/g, (reference, name) => CHARACTERS[name] ?? reference);
