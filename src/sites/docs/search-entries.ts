// The search entries: one for each page, and for each heading and table row with an anchor. Equal scores keep this
// order.
import type { Entry } from './assets/rank-entries.js';
import { htmlText } from './highlight.ts';
import type { Page } from './page.ts';
import type { Rendered } from './render.ts';

export function entriesOf(page: Page, { content }: Rendered): readonly Entry[] {
  const { path, title, summary, words, place } = page;
  const [start = '', ...parts] = content.split(/(?=<(?:h[23]|tr) id=")/);
  const heading = `${place.split(' · ')[0]} · ${title}`;
  const text = `${summary.replaceAll('`', '')} ${plainText(start)}`;
  return [
    { title, heading: place, text, path, words },
    ...parts.map((part) => {
      const [, id = '', ofPart, first = '', rest = ''] = PART.exec(part) ?? [];
      return {
        title: plainText(first),
        heading,
        text: plainText(rest),
        path: `${path}#${id}`,
        words: ofPart,
      };
    }),
  ];
}

/** A heading and what follows, or a row. */
const PART = /^<\w+ id="([^"]*)"(?: data-words="([^"]*)")?>(.*?<\/(?:h2|h3|td)>)(.*?)(?:<\/tr>|$)/s;

/** A page's text on one line, without its code. */
const plainText = (html: string) =>
  htmlText(
    html.replace(/<(pre|fieldset)\b.*?<\/\1>/gs, '').replace(/<\/(?:t[dh]|li|p|figcaption)>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim();
