// Text of a client in logs and rows: cut, without tokens, and without characters that they reject.
import { cut } from '../text.ts';

const TOKEN = /svc_(live|test)_\w*/gi;

const PERCENT_ENCODED_ASCII = /%([0-7][0-9a-f])/gi;

/** Removes tokens that a client put into a path or a message by mistake, in any percent-encoding. */
function withoutTokens(text: string): string {
  const plain = text.replace(PERCENT_ENCODED_ASCII, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const without = plain.replaceAll(TOKEN, 'svc_$1_…');
  return without === plain ? text : without;
}

/** Visible ASCII and spaces without `%`. */
const PLAIN = /^[ -$&-~]*$/;
const PART_OF_TOKEN = /svc_/i;

const isPlain = (text: string) => PLAIN.test(text) && !PART_OF_TOKEN.test(text);

/**
 * Makes client text fit for logs and rows: cut to `length`, without tokens and without characters that the database
 * rejects.
 */
export function clientText(text: string, length: number): string {
  if (text.length <= length && isPlain(text)) return text;
  return cut(withoutTokens(text.slice(0, length)), length - 1)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
}
