// The response with an HTML page: revalidated by its ETag, with the security headers of its site.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../../http/etag.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import type { Html } from './frame.ts';

/** The security headers of a page without forms. */
export const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
});

/** Browsers keep the page, and revalidate it before each use. */
export async function respondPage(
  content: Html,
  headers: Readonly<Record<string, string>>,
  status = 200,
): Promise<Response> {
  const text = String(await content);
  const type = 'text/html; charset=utf-8';
  const own = { 'Content-Type': type, ETag: etagOf(text), 'Cache-Control': 'no-cache' };
  return new Response(text, { status, headers: { ...headers, ...own } });
}
