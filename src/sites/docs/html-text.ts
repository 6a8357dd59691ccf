// The text of HTML and of Markdown, without their signs.

const REFERENCES: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};

/** HTML that hono or the highlighter has escaped, without its tags and with characters in place of their references. */
export const htmlText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:quot|#39|#x27|lt|gt|amp);/g, (reference) => REFERENCES[reference] ?? reference);

/** Markdown as one line without its signs. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/[`*|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
