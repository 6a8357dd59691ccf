// The response with an HTML page: revalidated by its ETag, with the security headers that its site gives.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../../http/etag.ts';
import type { Html } from './frame.ts';

/** A browser keeps the page, and asks whether it is still the same before each use. */
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
