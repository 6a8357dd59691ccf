// The search entries: one for each page, and for each heading and table row with an anchor. Equal scores keep this
// order.
import type { Token, Tokens } from 'marked';
import type { Entry } from './assets/rank-entries.js';
import { anchorIn, plainText, tokensOf } from './markdown.ts';
import type { Page } from './page.ts';

/** Made from the tokens that the page is made from. Text without an anchor belongs to the entry before. */
export function searchEntries(page: Page): readonly Entry[] {
  const { path, title, summary, words, place, text } = page;
  const heading = `${place.split(' · ')[0]} · ${title}`;
  let last: Entry = { title, heading: place, text: summary, path, words };
  const entries = [last];
  for (const [name = [], ...others] of tokensOf(text()).flatMap(rowsOf)) {
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

/** The cells of a table, by row; everything else but code is a row with one cell. */
function rowsOf(token: Token): readonly (readonly Token[])[][] {
  if (token.type === 'table')
    return (token as Tokens.Table).rows.map((row) => row.map(({ tokens }) => tokens));
  if (token.type === 'code') return [];
  return [[token.type === 'heading' ? (token.tokens ?? []) : [token]]];
}
