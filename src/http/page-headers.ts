// The headers of pages: what browsers may load, and who may frame them.

/** The headers of a page that uses this service alone, except as `policy` says, by directive. */
export const pageHeaders = (policy: Readonly<Record<string, string>> = {}) => ({
  'Content-Security-Policy': Object.entries({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': "'self'",
    'form-action': "'self'",
    ...policy,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
    .map((directive) => directive.join(' '))
    .join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});
