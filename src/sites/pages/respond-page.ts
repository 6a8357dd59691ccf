// The response with an HTML page: revalidated by its ETag, with the security headers of its site; the 404 of an unknown path, a page
// for the navigation of a browser, else JSON.
import { Response } from '@whatwg-node/fetch';
import { html } from 'hono/html';
import { pageHeaders } from '../../http/browser-headers.ts';
import { etagOf } from '../../http/etag.ts';
import { prefersHtml } from '../../http/prefers-html.ts';
import { respondFailure } from '../../http/respond.ts';
import { START_PATHS } from '../../paths.ts';
import { frame, type Html, topBar } from './frame.ts';
import { createStaticAssets, ICON, TEXT_STYLES } from './static-assets.ts';

/** The security headers of a page without forms. */
const PAGE_HEADERS = pageHeaders({
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

export const ASSETS = createStaticAssets(START_PATHS.assets, { style: TEXT_STYLES, icon: [ICON] });

const plainPage = frame({
  title: 'Not found',
  assets: ASSETS.paths,
  scripts: [],
  body: html`${topBar()}
<main id="content" tabindex="-1">
<h1>This page does not exist</h1>
<p class="lead">No page of the service has this address. The links above lead to its sites.</p>
</main>`,
});

/** `page` is that of a site. */
export async function respondNotFound(request: Request, page = async () => plainPage): Promise<Response> {
  const isPage = prefersHtml(request);
  const response = isPage ? await respondPage(await page(), PAGE_HEADERS, 404) : respondFailure({ kind: 'notFound' });
  response.headers.append('Vary', 'Accept');
  return response;
}
