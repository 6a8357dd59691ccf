// The first error in bytes that are not UTF-8, or in a string that is not JSON: where it is, and what was found.
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { cut } from '../text.ts';

/** The characters searched, because the parser that reports positions is ten times slower than V8's. */
const SEARCHED = 256 * 1024;

const MAX_TOKEN_LENGTH = 20;

const REPLACEMENT = Buffer.from('\uFFFD');
const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The message for bytes that are not UTF-8, with the position of the first one, counted from 1. */
export function utf8Error(bytes: Uint8Array): string {
  const repaired = Buffer.from(lenientUtf8.decode(bytes));
  const differing = repaired.findIndex((byte, at) => byte !== bytes[at]);
  const at = repaired.lastIndexOf(REPLACEMENT, differing);
  return `Must be valid UTF-8: byte ${at + 1} is 0x${bytes[at]?.toString(16).toUpperCase()}`;
}

type Place = Readonly<
  Record<'offset' | 'length' | 'line' | 'column', number> & { kind: string }
>;

/** The message for invalid JSON; without a position if it is too far away. */
export function jsonError(text: string): string {
  const place = firstError(text.slice(0, SEARCHED));
  if (!place || (text.length > SEARCHED && place.offset + place.length >= SEARCHED))
    return 'Must be valid JSON';
  const { kind, offset, length, line, column } = place;
  const found = cut(text.slice(offset, offset + length), MAX_TOKEN_LENGTH) || 'the end';
  const expected = EXPECTED[kind];
  const words =
    TEXT_ERRORS[kind] ??
    (expected ? `expected ${expected}, found ${found}` : `unexpected token ${found}`);
  return `Must be valid JSON. Line ${line + 1}, column ${column + 1}: ${words}`;
}

/** The parser's visit can only be ended by an exception. */
function firstError(text: string): Place | undefined {
  let place: Place | undefined;
  const onError = (
    code: ParseErrorCode,
    offset: number,
    length: number,
    line: number,
    column: number,
  ) => {
    place = { kind: printParseErrorCode(code), offset, length, line, column };
    throw new SyntaxError(place.kind);
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!place) throw error;
  }
  return place;
}

const EXPECTED: Readonly<Record<string, string>> = {
  ValueExpected: 'a value',
  PropertyNameExpected: 'a field name in double quotes',
  ColonExpected: 'a colon',
  CommaExpected: 'a comma',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
  EndOfFileExpected: 'the end',
  InvalidCommentToken: 'no comment',
  UnexpectedEndOfNumber: 'a number',
};

/** Errors inside a string, of which nothing is repeated. */
const TEXT_ERRORS: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'a string has no closing quote on its line',
  InvalidUnicode: 'a string has \\u without four hex digits',
  InvalidEscapeCharacter: 'a string has an invalid escape sequence',
  InvalidCharacter: 'a string has a control character, which must be escaped',
};
