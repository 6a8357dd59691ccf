// Which texts are URLs of images: absolute http and https URIs of RFC 3986 without user info (section 2.1, D17).

const SCHEME = /^https?:\/\//i;

/** Scheme, host (a name or a literal), port, path, query and fragment; `URL` alone repairs what it reads. */
const IMAGE_URI = (() => {
  const name = "\\w\\-.~!$&'()*+,;=%";
  const host = `(?:\\[[\\da-f:.]+\\]|[${name}]+)`;
  const query = `[${name}:@/?]*`;
  return new RegExp(`^https?://${host}(?::\\d*)?(?:/[${name}:@/]*)?(?:[?]${query})?(?:#${query})?$`, 'i');
})();

const STRAY_PERCENT = /%(?![\da-f]{2})/i;

const HOST = /^https?:\/\/([^/?#]*)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const NOT_ASCII = /[^\x00-\x7f]/;

export const isImageUrl = (src: string): boolean =>
  IMAGE_URI.test(src) && !STRAY_PERCENT.test(src) && URL.canParse(src);

/** The rule that a text which is no image URL breaks, in words. */
export function imageUrlFault(src: string): string {
  const host = HOST.exec(src)?.[1];
  if (host === undefined || !SCHEME.test(src)) return 'Must be an absolute http or https URL';
  if (NOT_ASCII.test(host)) return 'Must be an http or https URL whose host is written in ASCII (punycode)';
  if (NOT_ASCII.test(src) || /[\s"<>\\^`{|}]/.test(src)) {
    return 'Must be an http or https URL in which other characters are percent-encoded';
  }
  return 'Must be an http or https URL as RFC 3986 defines it, without user info';
}
