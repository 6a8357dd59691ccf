// The security headers of the pages of the documentation.
import { pageHeaders } from '../../http/page-headers.ts';

/** The policy allows the form and the index of the search. */
export const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
});
