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
highlighter.configure({ classPrefix: '' });

/** The class of the stylesheet by the class of the highlighter; other parts have no mark, so that pages stay small. */
const CLASSES: Readonly<Record<string, string>> = {
  ...{ keyword: 'w', built_in: 'w', type: 'w', literal: 'w' },
  ...{ string: 's', regexp: 's' },
  ...{ number: 'n', variable: 'n', 'template-variable': 'n', subst: 'n' },
  ...{ attr: 'a', symbol: 'a' },
  ...{ comment: 'c', meta: 'c' },
};

/** HTML of a text in a language, which is that of a guide, a tab or a file; in any other language without marks. */
export function highlighted(text: string, language: string): Html | string {
  const name = language.toLowerCase();
  return highlighter.getLanguage(name) ? raw(shortened(highlighter.highlight(text, { language: name }).value)) : text;
}

function shortened(marked: string): string {
  const ends: string[] = [];
  return marked.replace(/<span class="([\w-]+)[^>]*>|<\/span>/g, (_, name?: string) => {
    if (name === undefined) return ends.pop() ?? '';
    const style = CLASSES[name];
    ends.push(style ? '</b>' : '');
    return style ? `<b class=${style}>` : '';
  });
}
