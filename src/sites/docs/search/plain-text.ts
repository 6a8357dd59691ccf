// A text of the documentation as one line without the signs of Markdown.

export const plain = (text: string): string =>
  text
    .replace(/[`*|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
