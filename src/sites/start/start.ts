// What belongs to no other site: the root, which leads to the documentation; the icon; the security contact (RFC 9116);
// files of pages, and the pictures of the demo products; and every unknown path.
import { Response } from '@whatwg-node/fetch';
import { DEMO_IMAGES } from '../../demo/demo-images.ts';
import { contentResponse } from '../../http/content.ts';
import { rejectWrite } from '../../http/respond.ts';
import * as paths from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';
import { respondNotFound } from '../pages/frame.ts';
import { ICON, serveAsset } from '../pages/static-assets.ts';

/** Less than the year that RFC 9116 allows; tools don't trust an older file. */
const VALID_DAYS = 180;

interface StartOptions {
  readonly origin: string;
  /** A URI; without one, no contact is published. */
  readonly securityContact?: string | undefined;
  readonly hasDemoImages?: boolean;
}

export function createStart({ origin, securityContact, hasDemoImages }: StartOptions) {
  const securityText = () => `Contact: ${securityContact}
Expires: ${new Date(Date.now() + VALID_DAYS * DAY_MILLISECONDS).toISOString()}
Canonical: ${origin}${paths.WELL_KNOWN_PATHS.security}
Preferred-Languages: en
`;

  /** Undefined for an unknown path. */
  function respond(pathname: string) {
    if (pathname === paths.START_PATHS.page)
      return redirect(paths.DOCS_PATHS.guides, 'no-cache');
    if (pathname === paths.START_PATHS.favicon)
      return redirect(ICON, 'public, max-age=86400');
    if (pathname === paths.WELL_KNOWN_PATHS.security && securityContact)
      return respondFile('text/plain; charset=utf-8', securityText());
    const image = hasDemoImages && DEMO_IMAGES.get(pathname);
    if (image) return respondFile('image/webp', image);
    return serveAsset(pathname);
  }

  return async (
    request: Request,
    { url, isRead }: { readonly url: URL; readonly isRead: boolean },
  ) => {
    const response = respond(url.pathname);
    if (!response) return respondNotFound(request);
    return isRead ? response : rejectWrite();
  };
}

const redirect = (path: string, cacheControl: string) =>
  new Response(null, {
    status: 303,
    headers: { Location: path, 'Cache-Control': cacheControl },
  });

/** Pages of other origins may show it. */
const respondFile = (type: string, content: string | Buffer<ArrayBuffer>) =>
  contentResponse(type, content, {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })();
