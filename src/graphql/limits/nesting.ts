// The levels of a document, counted before it is parsed: graphql-js parses each level with a call of its own, and a
// document of 4,000 tokens can have more levels than fit on the stack.
import { Lexer, Source, TokenKind } from 'graphql';

const { BRACE_L, BRACE_R, BRACKET_L, BRACKET_R, PAREN_L, PAREN_R, EOF } = TokenKind;
const OPENING: readonly string[] = [BRACE_L, BRACKET_L, PAREN_L];
const CLOSING: readonly string[] = [BRACE_R, BRACKET_R, PAREN_R];

/**
 * The most levels in the first tokens of a document, until its end or the first invalid one: `fields` of selection
 * sets, `values` of lists, input objects and the parentheses around them.
 */
export function levelsOf(document: string, mostTokens: number) {
  const lexer = new Lexer(new Source(document));
  const open = { fields: 0, values: 0 };
  const most = { ...open };
  try {
    for (let count = 0; count < mostTokens; count++) {
      const { kind } = lexer.advance();
      if (kind === EOF) break;
      const isField = open.values === 0 && (kind === BRACE_L || kind === BRACE_R);
      const of = isField ? 'fields' : 'values';
      if (OPENING.includes(kind)) open[of]++;
      if (CLOSING.includes(kind)) open[of]--;
      most[of] = Math.max(most[of], open[of]);
    }
  } catch {
    // The parser reports an invalid token.
  }
  return most;
}
