// The start page, which leads to the documentation; the icon; and the security contact (RFC 9116).
import { Response } from '@whatwg-node/fetch';
import { isRead, rejectWrite } from '../../http/respond.ts';
import * as paths from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';
import { ASSETS, respondNotFound } from '../pages/frame.ts';

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
    if (!isRead(request)) return rejectWrite();
    if (pathname === paths.START_PATHS.page)
      return redirect(paths.DOCS_PATHS.guides, { 'Cache-Control': 'no-cache' });
    if (pathname === paths.START_PATHS.favicon)
      return redirect(ASSETS.paths.icon, { 'Cache-Control': 'public, max-age=86400' });
    if (pathname === paths.WELL_KNOWN_PATHS.security && securityContact)
      return respondSecurity();
    return ASSETS.serve(pathname) ?? respondNotFound(request);
  };
}

const redirect = (path: string, headers: Readonly<Record<string, string>>) =>
  new Response(null, { status: 303, headers: { Location: path, ...headers } });
