// The text of pages, as a reader sees it.
import { htmlText } from '../../support/html-text.ts';

/** Markdown as one line without its markup. */
export const plainText = (markdown: string) =>
  markdown
    .replace(/\]\([^)]*\)/g, '')
    .replace(/[`*|[\]]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

export const textOf = (html: string) =>
  plainText(htmlText(html.replaceAll(/<(?=\/?(?:t[dh]|li|p|dd|dt|h\d))/g, ' <')));

export const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);
