// The security headers of the pages of the documentation.
import { pageHeaders } from '../../http/page-headers.ts';

/** The search has a form, and loads its index. */
const STRICT = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'form-action': "'self'",
};

/**
 * Scalar writes style elements and attributes while it runs (`unsafe-inline` for styles), and has icons in data URLs. It
 * connects to this service for the document, and for a reader who tries an operation.
 */
const REFERENCE = {
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
};

export const PAGE_HEADERS = pageHeaders(STRICT);
export const REFERENCE_HEADERS = pageHeaders(REFERENCE);
