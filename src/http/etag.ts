// Validators of responses and the conditions of requests (RFC 9110, sections 8.8.3 and 13.1).
import { createHash } from 'node:crypto';

const OPAQUE_TAG = /"[^"]*"/g;

const ENTITY_TAG = /((?:W\/)?"[^"]*")/;

/** The strong ETag of a content. */
export const etagOf = (content: string | Uint8Array) => `"${createHash('sha256').update(content).digest('base64url')}"`;

/** The ETag of the same content in a coding, whose bytes are others. */
export const ofCoding = (etag: string, coding: string): string => etag.replace(/"$/, `.${coding}"`);

const CODING = /\.(?:zstd|br|gzip)"$/;

/** The ETag without its coding, and without the mark of a weak one. */
const plain = (etag: string): string => etag.replace(/^W\//, '').replace(CODING, '"');

/** The strong tags of a list such as If-Match, in any coding; undefined for a text that is no list of tags. */
export function strongTags(list: string): string[] | undefined {
  const parts = list.split(ENTITY_TAG);
  const tags = parts.filter((_, index) => index % 2 === 1);
  const isList = parts.every((part, at) => {
    if (at % 2 === 1) return true;
    return /^[\s,]*$/.test(part) && (at === 0 || at === parts.length - 1 || part.includes(','));
  });
  return isList && tags.length > 0 ? tags.filter((tag) => tag.startsWith('"')).map(plain) : undefined;
}

/** Whether If-None-Match lists the ETag or is `*`, so that 304 is the response; weak and strong tags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return condition.trim() === '*' || [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => plain(tag) === plain(etag));
}
