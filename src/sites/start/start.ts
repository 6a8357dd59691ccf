// The root of the service, which leads to the documentation; the icon; and the well-known URIs (RFC 8615): the security
// contact, and where to change a password.
import { Response } from '@whatwg-node/fetch';
import { isRead, refuseWrite } from '../../http/respond.ts';
import * as paths from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';
import { ASSETS, respondNotFound } from '../pages/frame.ts';

const REDIRECTS = new Map<string, string>([
  [paths.START_PATHS.page, paths.DOCS_PATHS.guides],
  [paths.START_PATHS.favicon, ASSETS.paths.icon],
  [paths.WELL_KNOWN_PATHS.changePassword, paths.DASHBOARD_PATHS.account],
]);

/** Less than the year that RFC 9116 allows; tools don't trust an older file. */
const VALID_DAYS = 180;

/** `securityContact` is a URI; without one, no contact is published. */
export function createStart(origin: string, securityContact?: string) {
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
    if (!isRead(request)) return refuseWrite();
    const target = REDIRECTS.get(pathname);
    if (target) return redirect(target);
    if (pathname === paths.WELL_KNOWN_PATHS.security && securityContact) return respondSecurity();
    return ASSETS.serve(pathname) ?? respondNotFound(request);
  };
}

const redirect = (path: string) =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-cache' } });
