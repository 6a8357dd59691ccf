// Validators of responses (RFC 9110, sections 8.8.3 and 13.1.2).
import { createHash } from 'node:crypto';

const OPAQUE_TAG = /"[^"]*"/g;

/** The strong ETag of a content. */
export const etagOf = (content: string) => `"${createHash('sha256').update(content).digest('base64url')}"`;

/** Whether If-None-Match lists the ETag or is `*`, so that 304 is the response; weak and strong tags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return (
    condition.trim() === '*' || [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => tag === etag.replace(/^W\//, ''))
  );
}
