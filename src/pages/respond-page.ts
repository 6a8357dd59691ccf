// The response with an HTML page: revalidated by its ETag, with the security headers that its site gives.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../http/etag.ts';
import type { Html } from './frame.ts';

export async function respondPage(content: Html, headers: Readonly<Record<string, string>>): Promise<Response> {
  const text = String(await content);
  return new Response(text, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers, ...revalidated(text) },
  });
}

/** The headers of a text that a browser keeps, and asks about before each use. */
export const revalidated = (text: string) => ({ ETag: etagOf(text), 'Cache-Control': 'no-cache' });
