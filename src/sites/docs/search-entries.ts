// The search entries: one for each page, and for each heading and table row with an anchor. Equal scores keep this
// order.
import type { Token, Tokens } from 'marked';
import type { Entry } from './assets/rank-entries.js';
import { anchorIn, plainText, tokensOf } from './markdown.ts';
import type { Page } from './page.ts';

/** Made from the tokens that the page is made from, without its code. */
export function searchEntries(page: Page): readonly Entry[] {
  const { path, title, summary, words, place, text } = page;
  const heading = `${place.split(' · ')[0]} · ${title}`;
  let part: Entry = { title, heading: place, text: summary, path, words };
  const entries = [part];
  /** Begins a part if the name has an anchor; otherwise, the text belongs to the part before. */
  function read(name: readonly Token[], ...others: readonly (readonly Token[])[]) {
    const anchor = anchorIn(name);
    const texts = (anchor ? others : [name, ...others]).map(plainText);
    if (anchor) {
      const { id, words } = anchor;
      const found = { title: plainText(name), heading, text: '', path: `${path}#${id}` };
      part = { ...found, ...(words && { words }) };
      entries.push(part);
    }
    part.text = [part.text, ...texts].filter(Boolean).join(' ');
  }
  for (const token of tokensOf(text())) {
    if (token.type === 'table')
      for (const row of (token as Tokens.Table).rows) {
        const [name = [], ...others] = row.map(({ tokens }) => tokens);
        read(name, ...others);
      }
    else if (token.type !== 'code')
      read(token.type === 'heading' ? (token.tokens ?? []) : [token]);
  }
  return entries;
}
