// The security headers of the page of GraphiQL.
import { pageHeaders } from '../../http/page-headers.ts';

/**
 * Monaco, the editor of GraphiQL, writes style elements and style attributes while it runs (`unsafe-inline` for styles). The
 * stylesheet of the package has its fonts and pictures in data URLs.
 */
export const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': 'data:',
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
});
