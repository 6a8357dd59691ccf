// The security headers of a page without scripts of others: its style and pictures are files of this service.
import { pageHeaders } from '../../http/page-headers.ts';

export const PAGE_HEADERS = pageHeaders({
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
});
