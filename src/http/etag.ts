// Validators of responses and the conditions of requests (RFC 9110, sections 8.8.3 and 13.1).
import { createHash } from 'node:crypto';
import type { Coding } from './content-coding.ts';

const OPAQUE_TAG = /"[^"]*"/g;

/** A tag at the start of a list or behind a comma or a space, without `W/` in front. */
const STRONG_TAG = /(?<![^\s,])"[^"]*"/g;

/** The strong ETag of a content. */
export const etagOf = (content: string | Uint8Array) => `"${createHash('sha256').update(content).digest('base64url')}"`;

/** The ETag of the same content in a coding, whose bytes are others. */
export const ofCoding = (etag: string, coding: Coding): string => etag.replace(/"$/, `.${coding}"`);

const CODING = /\.(?:zstd|br|gzip)"$/;

/** The ETag without its coding, and without the mark of a weak one. */
const plain = (etag: string): string => etag.replace(/^W\//, '').replace(CODING, '"');

/** The strong tags of a list such as If-Match, in any coding. */
export const strongTags = (list: string): string[] => [...list.matchAll(STRONG_TAG)].map(([tag]) => plain(tag));

/** Whether If-None-Match lists the ETag or is `*`, so that 304 is the response; weak and strong tags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return condition.trim() === '*' || [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => plain(tag) === plain(etag));
}
