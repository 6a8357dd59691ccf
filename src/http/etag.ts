// Validators of responses and the conditions of requests (RFC 9110, sections 8.8.3, 13.1 and 15.4.5).
import { createHash } from 'node:crypto';

const OPAQUE_TAG = /"[^"]*"/g;

/** A tag at the start of a list or behind a comma or a space, without `W/` in front. */
const STRONG_TAG = /(?<![^\s,])"[^"]*"/g;

/** The strong ETag of a content. */
export const etagOf = (content: string) => `"${createHash('sha256').update(content).digest('base64url')}"`;

/** The strong tags of a list such as If-Match. */
export const strongTagsOf = (list: string): string[] => [...list.matchAll(STRONG_TAG)].map(([tag]) => tag);

/** Whether If-None-Match lists the ETag or is `*`, so that 304 is the response; weak and strong tags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return (
    condition.trim() === '*' || [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => tag === etag.replace(/^W\//, ''))
  );
}

/** The headers of a 200 that are no part of a 304, as it has no content. */
const CONTENT_HEADERS = ['Content-Type', 'Content-Length', 'Content-Encoding', 'Content-Language'];

/** The response to a conditional read: 304 in place of a 200 that the client has already. */
export function revalidated(request: Request, response: Response): Response {
  const etag = response.headers.get('ETag');
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead || response.status !== 200 || etag === null || !isNotModified(request, etag)) return response;
  void response.body?.cancel();
  const headers = new Headers(response.headers);
  for (const name of CONTENT_HEADERS) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
