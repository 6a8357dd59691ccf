// The security headers of the pages of the documentation.
import { pageHeaders } from '../http/page-headers.ts';

const STRICT = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
};

/**
 * Scalar writes style elements and attributes while it runs (`unsafe-inline` for styles), has icons in data URLs, and
 * sends requests to this service for the document and for a reader who tries an operation.
 */
const REFERENCE = {
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

export const PAGE_HEADERS = pageHeaders(STRICT);
export const REFERENCE_HEADERS = pageHeaders(REFERENCE);
