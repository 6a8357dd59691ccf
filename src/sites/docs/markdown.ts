// The Markdown of pages. Headings and the first cells of tables may end in an anchor with an ID, and other words by
// which the search finds the part: `## Compression {#compression gzip}`.
import { Marked, type Token, type Tokens } from 'marked';

const ANCHOR = / *\{#([\w.-]+) ?([\w -]*)\}/;

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

export const tokensOf = (text: string): readonly Token[] => markdown.lexer(text);

export const anchorIn = (tokens: readonly Token[] = []) =>
  tokens.find(({ type }) => type === 'anchor') as
    | { readonly id: string; readonly words: string }
    | undefined;

/** On one line, without markup and anchors. */
export function plainText(tokens: readonly Token[] = []): string {
  const parts: string[] = [];
  markdown.walkTokens([...tokens], (token) => {
    const { type, text, tokens: inner } = token as Tokens.Generic;
    if (type === 'paragraph' || type === 'list_item') parts.push(' ');
    if (text !== undefined && !inner) parts.push(text);
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}
