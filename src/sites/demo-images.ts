// Serves the pictures of the demo products, which pages of other origins may show.
import { Response } from '@whatwg-node/fetch';
import { DEMO_IMAGES } from '../demo/demo-images.ts';
import { etagOf } from '../http/negotiation.ts';
import { isRead, rejectWrite } from '../http/respond.ts';
import { respondNotFound } from './pages/frame.ts';

export function respondDemoImage(request: Request, { url }: { readonly url: URL }) {
  if (!isRead(request)) return rejectWrite();
  const image = DEMO_IMAGES.get(url.pathname);
  if (!image) return respondNotFound(request);
  const headers = {
    'Content-Type': 'image/webp',
    'Content-Length': String(image.byteLength),
    'Cache-Control': 'no-cache',
    ETag: etagOf(image),
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  return new Response(image, { headers });
}
