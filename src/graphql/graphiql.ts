// GraphiQL (D39): the page loads without a token, everything on it comes from this server.
import { Response } from '@whatwg-node/fetch';
import { etagOf } from '../http/etag.ts';
import { pageHeaders } from '../http/page-headers.ts';

const EXAMPLE = `# 1. Put your API token into Headers, below.
# 2. Put the id of a product of yours here.
# 3. Run it.
{
  product(id: 1) {
    id
    title
    rent
    stockType
    sku
    online
    images { src }
  }
}
`;

/** Latin letters alone: the browser refuses to send any other in a header. */
const HEADERS = JSON.stringify({ Authorization: 'Bearer YOUR_API_TOKEN' }, null, 2);

/** The page is one file with its scripts, styles and fonts; it connects to this server alone. */
const SECURITY_HEADERS = pageHeaders({
  'script-src': "'unsafe-inline' blob:",
  'worker-src': 'blob:',
  'style-src': "'unsafe-inline'",
  'font-src': 'data:',
  'img-src': 'data:',
  'connect-src': "'self'",
  'form-action': "'none'",
});

/** A browser that opens the endpoint, and no client that sends a query. */
export const wantsGraphiql = (request: Request, url: URL) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !url.searchParams.has('query') &&
  (request.headers.get('accept') ?? '').includes('text/html');

/** Nine megabytes, loaded when the first browser asks; a browser keeps them for an hour. */
const CACHE_HEADERS = { 'Cache-Control': 'private, max-age=3600', Vary: 'Accept' } as const;

let page: Promise<{ readonly text: string; readonly etag: string }> | undefined;

export async function graphiqlPage(): Promise<Response> {
  page ??= render();
  const { text, etag } = await page;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: etag, ...CACHE_HEADERS, ...SECURITY_HEADERS };
  return new Response(text, { headers });
}

async function render() {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const text = renderGraphiQL({
    title: 'Rental Marketplace Owner API',
    endpoint: '/graphql',
    defaultQuery: EXAMPLE,
    headers: HEADERS,
    shouldPersistHeaders: false,
  });
  return { text, etag: etagOf(text) };
}
