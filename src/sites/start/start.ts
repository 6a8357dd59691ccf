// The top of the service: its links as JSON, or the documentation for a browser; the icon; the addresses below /.well-known/.
import { Response } from '@whatwg-node/fetch';
import { prefersHtml } from '../../http/prefers-html.ts';
import { isRead, refuseWrite, respond } from '../../http/respond.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, OPENAPI_PATH, START_PATHS } from '../../paths.ts';
import { SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { ASSETS, respondFavicon } from '../pages/page-assets.ts';
import { type Deployment, respondWellKnown } from './well-known.ts';

const LINKS = {
  guides: DOCS_PATHS.guides,
  restReference: DOCS_PATHS.rest,
  graphqlReference: DOCS_PATHS.graphql,
  changelog: DOCS_PATHS.changelog,
  graphiql: GRAPHQL_PATH,
  dashboard: DASHBOARD_PATHS.settings,
  openapi: OPENAPI_PATH,
  schema: DOCS_PATHS.sdl,
};

const HEADERS = { 'Cache-Control': 'no-cache', Vary: 'Accept' };

export function createStart(deployment: Deployment) {
  const { origin } = deployment;
  const links = {
    name: SERVICE_NAME,
    summary: SERVICE_SUMMARY,
    endpoints: { rest: `${origin}${API_BASE_PATH}`, graphql: `${origin}${GRAPHQL_PATH}` },
    links: Object.fromEntries(Object.entries(LINKS).map(([key, path]) => [key, `${origin}${path}`])),
  };

  const respondStart = (request: Request): Response =>
    prefersHtml(request)
      ? new Response(null, { status: 303, headers: { Location: DOCS_PATHS.guides, ...HEADERS } })
      : respond({ status: 200, body: links, headers: HEADERS });

  return async (request: Request, { url: { pathname } }: { readonly url: URL }): Promise<Response> => {
    if (!isRead(request)) return refuseWrite();
    if (pathname === START_PATHS.page) return respondStart(request);
    if (pathname === START_PATHS.favicon) return respondFavicon();
    return respondWellKnown(pathname, deployment) ?? ASSETS.serve(pathname) ?? respondNotFound(request);
  };
}
