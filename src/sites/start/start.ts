// The start page: the service's links as JSON, or the documentation for a browser; the icon; and the security contact
// (RFC 9116).
import { Response } from '@whatwg-node/fetch';
import { prefersHtml } from '../../http/negotiation.ts';
import { isRead, rejectWrite, respond } from '../../http/respond.ts';
import * as paths from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';
import { ASSETS, respondNotFound, SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';

const LINKS = {
  guides: paths.DOCS_PATHS.guides,
  graphiql: paths.GRAPHQL_PATH,
  dashboard: paths.DASHBOARD_PATHS.settings,
  openapi: paths.OPENAPI_PATH,
  schema: paths.DOCS_PATHS.sdl,
};

/** Less than the year that RFC 9116 allows; tools don't trust an older file. */
const VALID_DAYS = 180;

/** `securityContact` is a URI; without one, no contact is published. */
export function createStart(origin: string, securityContact?: string) {
  const links = {
    name: SERVICE_NAME,
    summary: SERVICE_SUMMARY,
    endpoints: {
      rest: `${origin}${paths.API_BASE_PATH}`,
      graphql: `${origin}${paths.GRAPHQL_PATH}`,
    },
    links: Object.fromEntries(
      Object.entries(LINKS).map(([key, path]) => [key, `${origin}${path}`]),
    ),
  };
  const headers = { 'Cache-Control': 'no-cache', Vary: 'Accept' };

  function respondSecurity(): Response {
    const text = `Contact: ${securityContact}
Expires: ${new Date(Date.now() + VALID_DAYS * DAY_MILLISECONDS).toISOString()}
Canonical: ${origin}${paths.WELL_KNOWN_PATHS.security}
Preferred-Languages: en
`;
    return new Response(text, {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
    });
  }

  return async (
    request: Request,
    { url: { pathname } }: { readonly url: URL },
  ): Promise<Response> => {
    if (!isRead(request)) return rejectWrite();
    if (pathname === paths.START_PATHS.page)
      return prefersHtml(request)
        ? redirect(paths.DOCS_PATHS.guides, headers)
        : respond({ status: 200, body: links, headers });
    if (pathname === paths.START_PATHS.favicon)
      return redirect(ASSETS.paths.icon, { 'Cache-Control': 'public, max-age=86400' });
    if (pathname === paths.WELL_KNOWN_PATHS.security && securityContact)
      return respondSecurity();
    return ASSETS.serve(pathname) ?? respondNotFound(request);
  };
}

const redirect = (path: string, headers: Readonly<Record<string, string>>) =>
  new Response(null, { status: 303, headers: { Location: path, ...headers } });
