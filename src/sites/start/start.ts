// The start page, or its links as JSON; its static files; the icon; the addresses below /.well-known/.
import { prefersHtml } from '../../http/prefers-html.ts';
import { isRead, refuseWrite, respond } from '../../http/respond.ts';
import { START_PATHS } from '../../paths.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { ASSETS, respondFavicon } from '../pages/page-assets.ts';
import { PAGE_HEADERS, respondPage } from '../pages/respond-page.ts';
import { startLinks, startPage } from './start-page.ts';
import { type Deployment, respondWellKnown } from './well-known.ts';

const NEGOTIATED = { Vary: 'Accept' };

export function createStart(deployment: Deployment) {
  const { origin } = deployment;

  async function respondStart(request: Request): Promise<Response> {
    if (prefersHtml(request)) return respondPage(startPage(origin), { ...PAGE_HEADERS, ...NEGOTIATED });
    return respond({ status: 200, body: startLinks(origin), headers: { 'Cache-Control': 'no-cache', ...NEGOTIATED } });
  }

  return async (request: Request, { url: { pathname } }: { readonly url: URL }): Promise<Response> => {
    if (!isRead(request)) return refuseWrite();
    if (pathname === START_PATHS.page) return respondStart(request);
    if (pathname === START_PATHS.favicon) return respondFavicon();
    return respondWellKnown(pathname, deployment) ?? ASSETS.serve(pathname) ?? respondNotFound(request);
  };
}
