// The rule for image URLs: absolute http and https URIs of RFC 3986 without user info (section 2.1); and which of them
// count as reachable without network.
import type { UrlProbe } from '../operation/context.ts';

/** The authority of an absolute http or https URL, and the rest. */
const PARTS = /^https?:\/\/([^/?#]*)([\s\S]*)$/i;

const HEX = '[0-9A-Fa-f]';
const GROUP = `${HEX}{1,4}`;
/** The forms of IPv6: complete, with `::` after some groups, and, roughly, with an IPv4 address at the end. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  ...[1, 2, 3, 4, 5, 6].map(
    (after) => `(?:${GROUP}:){1,${7 - after}}(?::${GROUP}){${after}}`,
  ),
  `(?:${GROUP}:){1,7}:`,
  `:(?::${GROUP}){1,7}`,
  '::',
  `(?:(?:${GROUP})?:){2,7}[0-9]{1,3}(?:[.][0-9]{1,3}){3}`,
].join('|');

const NAME = "A-Za-z0-9_.~!$&'()*+,;=-";
const HOST = `(?:[${NAME}]+|\\[(?:${IPV6})\\])`;
const PORT =
  ':(?:0*(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?';

const AUTHORITY = `${HOST}(?:${PORT})?`;

/** Path, query and fragment. */
const REST = [
  `(?:/(?:[:@/${NAME}]|%${HEX}{2})*)?`,
  `(?:[?](?:[?:@/${NAME}]|%${HEX}{2})*)?`,
  `(?:#(?:[?:@/${NAME}]|%${HEX}{2})*)?`,
].join('');

/** What documents can say of the rule: everything but hosts that `URL` can't parse, such as 256.1.1.1. */
export const IMAGE_URL_PATTERN = `^[hH][tT][tT][pP][sS]?://${AUTHORITY}${REST}$`;

const IS_AUTHORITY = new RegExp(`^${AUTHORITY}$`);
const IS_REST = new RegExp(`^${REST}$`);

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** The message of the rule that a string breaks; undefined for a valid image URL. */
export function imageUrlError(src: string) {
  if (src !== src.trim() && PARTS.test(src.trim()))
    return 'Must have no white space at its start or end';
  const [, authority = '', rest = ''] = PARTS.exec(src) ?? [];
  if (authority === '') return 'Must be an absolute http or https URL';
  if (NOT_ASCII.test(authority))
    return 'Must be an http or https URL whose host is written in ASCII (punycode)';
  if (authority.includes('@')) return 'Must be an http or https URL without user info';
  if (!IS_AUTHORITY.test(authority)) return 'Must be an http or https URL with a valid host';
  if (!IS_REST.test(rest)) {
    return 'Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded';
  }
  // `URL` alone would repair what it reads.
  return URL.canParse(src) ? undefined : 'Must be an http or https URL with a valid host';
}

export const isImageUrl = (src: string) => imageUrlError(src) === undefined;

/** `simulate`: no network; hosts under `.invalid` are unreachable, all others reachable. */
export function simulatedImageProbe(): UrlProbe {
  const isReachable = (src: string) =>
    isImageUrl(src) && !/(?:^|\.)invalid\.?$/.test(new URL(src).hostname);
  return { reachable: async (urls) => urls.map(isReachable) };
}
