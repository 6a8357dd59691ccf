// The Markdown of pages, and what the search finds in it. Headings and the first cells of tables may end in an anchor
// with an ID, and other words by which the search finds the part: `## Compression {#compression gzip}`.
import { Marked, type Token, type Tokens } from 'marked';
import type { Entry } from './assets/rank-entries.js';
import type { Page } from './page.ts';

export const ANCHOR = / *\{#([\w.-]+) ?([\w -]*)\}/;

export const createMarkdown = () =>
  new Marked({
    extensions: [
      {
        name: 'anchor',
        level: 'inline',
        start: (text) => ANCHOR.exec(text)?.index,
        tokenizer(text) {
          const found = ANCHOR.exec(text);
          if (found?.index !== 0) return undefined;
          const [raw, id, words] = found;
          return { type: 'anchor', raw, id, words };
        },
        renderer: () => '',
      },
    ],
  });

const markdown = createMarkdown();

export const anchorIn = (tokens: readonly Token[] = []) =>
  tokens.find(({ type }) => type === 'anchor') as
    | { readonly id: string; readonly words: string }
    | undefined;

/** On one line, without markup and anchors. */
export function plainText(tokens: readonly Token[] = []) {
  const parts: string[] = [];
  markdown.walkTokens([...tokens], (token) => {
    const { type, text, tokens: inner } = token as Tokens.Generic;
    if (type === 'paragraph' || type === 'list_item') parts.push(' ');
    if (text !== undefined && !inner) parts.push(text);
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

/**
 * An entry for the page, and for each heading, list item and table row with an anchor; equal scores keep this order.
 * Text without an anchor belongs to the entry before.
 */
export function searchEntries(page: Page) {
  const { path, title, summary, words, place, text } = page;
  const heading = `${place.split(' · ')[0]} · ${title}`;
  let last: Entry = { title, heading: place, text: summary, path, words };
  const entries = [last];
  for (const [name = [], ...others] of markdown.lexer(text()).flatMap(rowsOf)) {
    const { id, words } = anchorIn(name) ?? {};
    if (id) {
      last = { title: plainText(name), heading, text: '', path: `${path}#${id}` };
      entries.push(words ? Object.assign(last, { words }) : last);
    }
    const said = (id ? others : [name, ...others]).map(plainText);
    last.text = [last.text, ...said].filter(Boolean).join(' ');
  }
  return entries;
}

/** The cells of a table, by row; the name and the rest of a list item; else, except for code, a row with one cell. */
function rowsOf(token: Token) {
  if (token.type === 'list') return (token as Tokens.List).items.map(nameAndRest);
  if (token.type === 'table')
    return (token as Tokens.Table).rows.map((row) => row.map(({ tokens }) => tokens));
  if (token.type === 'code') return [];
  return [[token.type === 'heading' ? (token.tokens ?? []) : [token]]];
}

function nameAndRest({ tokens: [first, ...others] }: Tokens.ListItem) {
  const { tokens: line = [] } = (first ?? {}) as Tokens.Generic;
  const end = line.findIndex(({ type }) => type === 'anchor') + 1;
  return [line.slice(0, end), [...line.slice(end), ...others]];
}
