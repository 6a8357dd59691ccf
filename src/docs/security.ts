// The headers of every page of the documentation: what a browser may load and run there.

const STRICT = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
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

const policy = (directives: Readonly<Record<string, string>>) =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');

const headers = (directives: Readonly<Record<string, string>>) => ({
  'Content-Security-Policy': policy(directives),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});

export const PAGE_HEADERS: Readonly<Record<string, string>> = headers(STRICT);
export const REFERENCE_HEADERS: Readonly<Record<string, string>> = headers(REFERENCE);
