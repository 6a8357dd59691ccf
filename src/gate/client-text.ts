// Texts of a client that are logged or stored: bounded, without tokens and without control characters.
import { cut } from '../operation/spelling.ts';

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** A path or a message without a token that a client has put there by mistake, in any percent-encoding. */
function withoutTokens(text: string): string {
  const plain = text.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const cut = plain.replaceAll(TOKEN, 'svc_$1_…');
  return cut === plain ? text : cut;
}

/** Visible ASCII and spaces without `%`. */
const PLAIN = /^[ -$&-~]*$/;
const PART_OF_TOKEN = /svc_/i;

/** A client may have made the text up: of any length, with a token in it, with characters that the database refuses. */
export function clientText(text: string, length: number): string {
  if (text.length < length && PLAIN.test(text) && !PART_OF_TOKEN.test(text)) return text;
  return cut(withoutTokens(text.slice(0, length)), length - 1)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
