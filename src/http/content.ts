// Responses with content that clients keep and revalidate by its ETag.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from './negotiation.ts';

/** Makes a response for each request; `headers` replace those that all content has. */
export function contentResponse(
  type: string,
  content: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
) {
  const all = {
    'Content-Type': type,
    ETag: etagOf(content),
    'Cache-Control': 'no-cache',
    ...headers,
  };
  return (status = 200) => new Response(content, { status, headers: all });
}
