// The search entries: one for each page, and for each heading and table row with an anchor. Equal scores keep this
// order.
import type { Entry } from './assets/rank-entries.js';
import type { Page } from './page.ts';

export function searchEntries({
  path,
  title,
  summary,
  words,
  place,
  text,
}: Page): readonly Entry[] {
  const [start = '', ...parts] = text().replace(CODE_BLOCK, '').split(PARTS);
  const heading = `${place.split(' · ')[0]} · ${title}`;
  return [
    { title, heading: place, text: plainText(`${summary} ${start}`), path, words },
    ...parts.map((part) => {
      const [, name = '', id, ofPart = '', rest = ''] = PART.exec(part) ?? [];
      return {
        title: plainText(name),
        heading,
        text: plainText(rest),
        path: `${path}#${id}`,
        ...(ofPart && { words: ofPart }),
      };
    }),
  ];
}

const CODE_BLOCK = /^```.*?^```$/gms;

/** Before each line that ends in an anchor, or whose first cell does. */
const PARTS = /^(?=(?:#+ |\| ).* \{#)/m;

/** A heading and what follows, or a row. */
const PART = /^\S+ (.*) \{#([\w.-]+) ?([\w -]*)\}(.*)/s;

/** Markdown on one line, without its markup. */
const plainText = (markdown: string) =>
  markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*\\[]/g, '')
    .replace(/^- |\||---/gm, ' ')
    .replace(/\s+/g, ' ')
    .trim();
