// Code with its parts marked for the stylesheet, by the grammars of the languages that the documentation shows.
import highlighter from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import graphql from 'highlight.js/lib/languages/graphql';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import { raw } from 'hono/html';
import type { Html } from '../pages/frame.ts';

const GRAMMARS = { bash, graphql, javascript, json, php, python, typescript };

for (const [name, grammar] of Object.entries(GRAMMARS)) highlighter.registerLanguage(name, grammar);
/** HTML of a text in a language, which is that of a guide, a tab or a file; in any other language without marks. */
export function highlighted(text: string, language: string): Html | string {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name) ? raw(highlighter.highlight(text, { language: name }).value) : text;
}
