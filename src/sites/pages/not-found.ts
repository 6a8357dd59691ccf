// The 404 of an unknown path: a page for the navigation of a browser, else JSON.
import { html } from 'hono/html';
import { prefersHtml } from '../../http/prefers-html.ts';
import { respondFailure } from '../../http/respond.ts';
import { frame } from './frame.ts';
import { ASSETS } from './page-assets.ts';
import { PAGE_HEADERS, respondPage } from './respond-page.ts';
import { topBar } from './top-bar.ts';

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
