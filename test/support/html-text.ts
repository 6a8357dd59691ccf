// The text of HTML.
const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  '#39': "'",
  '#x27': "'",
  lt: '<',
  gt: '>',
  amp: '&',
};

/** The text of HTML escaped by hono or the highlighter, without tags and entities. */
export const htmlText = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&([\w#]+);/g, (reference, name) => CHARACTERS[name] ?? reference);
