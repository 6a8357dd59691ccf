// The rule for URLs of images: absolute http and https URIs of RFC 3986 without user info (section 2.1).

/** The authority of an absolute http or https URL, and the rest. */
const PARTS = /^https?:\/\/([^/?#]*)([\s\S]*)$/i;

const NAME = "\\w\\-.~!$&'()*+,;=%";

/** The host, a name or a literal, and the port. */
const AUTHORITY = new RegExp(`^(?:\\[[\\da-f:.]+\\]|[${NAME}]+)(?::\\d*)?$`, 'i');

/** Path, query and fragment; `URL` alone repairs what it reads. */
const REST = new RegExp(`^(?:/[${NAME}:@/]*)?(?:[?][${NAME}:@/?]*)?(?:#[${NAME}:@/?]*)?$`);

const STRAY_PERCENT = /%(?![\da-f]{2})/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

/** The rule that a text breaks, in words; undefined for the URL of an image. */
export function imageUrlFault(src: string): string | undefined {
  const [, authority = '', rest = ''] = PARTS.exec(src) ?? [];
  if (authority === '') return 'Must be an absolute http or https URL';
  if (NOT_ASCII.test(authority)) return 'Must be an http or https URL whose host is written in ASCII (punycode)';
  if (authority.includes('@')) return 'Must be an http or https URL without user info';
  if (!AUTHORITY.test(authority)) return 'Must be an http or https URL with a valid host';
  if (!REST.test(rest) || STRAY_PERCENT.test(src)) {
    return 'Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded';
  }
  return URL.canParse(src) ? undefined : 'Must be an http or https URL with a valid host';
}

export const isImageUrl = (src: string): boolean => imageUrlFault(src) === undefined;
