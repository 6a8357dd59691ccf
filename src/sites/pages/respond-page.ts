// The response with an HTML page: revalidated by its ETag, with the security headers of its site.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../../http/etag.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import type { Html } from './frame.ts';

/** The security headers of a page without scripts. */
export const PAGE_HEADERS = pageHeaders({
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
});

/** Browsers keep the page, and revalidate it before each use. */
export async function respondPage(content: Html, headers: Readonly<Record<string, string>>): Promise<Response> {
  const text = String(await content);
  return new Response(text, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...headers,
      ETag: etagOf(text),
      'Cache-Control': 'no-cache',
    },
  });
}
