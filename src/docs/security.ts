// The headers of every page of the documentation: what a browser may load and run there.
import { pageHeaders } from '../http/page-headers.ts';

const STRICT = {
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'form-action': "'none'",
};

/**
 * What Scalar needs beyond that: style elements and attributes that it writes while it runs (`unsafe-inline` for styles),
 * icons in data URLs, and requests to this service for the document and for what a reader tries out.
 */
const REFERENCE = {
  ...STRICT,
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
};

export const PAGE_HEADERS = pageHeaders(STRICT);
export const REFERENCE_HEADERS = pageHeaders(REFERENCE);
