// The security headers of the pages of the documentation.
import { pageHeaders } from '../../http/page-headers.ts';

/** The policy allows the form and the index of the search. */
const STRICT = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
};

/** Scalar writes style elements and attributes while it runs, and has icons in data URLs. */
const REFERENCE = {
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
};

export const PAGE_HEADERS = pageHeaders(STRICT);
export const REFERENCE_HEADERS = pageHeaders(REFERENCE);
