// The URIs of images: the grammar of RFC 3986 for http and https, and the hosts that cannot be reached (D17, D29).
import type { Path } from '../contract/field-path.ts';
import type { ExpectedError } from './expected-answer.ts';

const ENCODED = '%[0-9a-f]{2}';
const PCHAR = `(?:[a-z0-9._~!$&'()*+,;=:@-]|${ENCODED})`;
const REG_NAME = `(?:[a-z0-9._~!$&'()*+,;=-]|${ENCODED})+`;
const HOST = `(?:\\[[0-9a-f:.]+\\]|${REG_NAME})`;
const QUERY_OR_FRAGMENT = `(?:${PCHAR}|[/?])*`;
const HTTP_URI = new RegExp(
  `^https?://${HOST}(?::[0-9]*)?(?:/${PCHAR}*)*(?:\\?${QUERY_OR_FRAGMENT})?(?:#${QUERY_OR_FRAGMENT})?$`,
  'i',
);

/** Whether `text` is an http or https URI without user info, with a host and a port that exist. */
export const isImageUri = (text: string): boolean => HTTP_URI.test(text) && URL.canParse(text);

/** The texts that the message about a wrong URI must contain: the encoding that its characters need (D17). */
export function encodingOf(text: string): string[] {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(text) ?? [];
  if (host === undefined) return [];
  return [
    ...(/[^\0-\x7f]/.test(host) ? ['punycode'] : []),
    ...(/[ "<>[\]\\^`{|}]|[^\0-\x7f]/.test(rest) ? ['percent-encod'] : []),
  ];
}

/** D29 `simulate`: hosts under `.invalid` are unreachable, all others reachable. */
const isReachable = (uri: string) => !/(?:^|\.)invalid\.?$/.test(new URL(uri).hostname);

/** An error for each well-formed image of a list whose host cannot be reached; none for a list that is too long. */
export function unreachableImages(images: unknown, maxItems: number): ExpectedError[] {
  if (!Array.isArray(images) || images.length > maxItems) return [];
  return images.flatMap((image: unknown, index) => {
    const src = typeof image === 'object' && image !== null && 'src' in image ? image.src : undefined;
    if (typeof src !== 'string' || !isImageUri(src) || isReachable(src)) return [];
    const path: Path = ['images', index, 'src'];
    return [{ path, code: 'INVALID_FORMAT' as const }];
  });
}
