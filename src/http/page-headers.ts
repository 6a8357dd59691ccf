// The security headers of HTML pages: the sources a browser may load from, and the data it may pass to other sites.

/** A Content-Security-Policy: directive -> sources. */
type Policy = Readonly<Record<string, string>>;

const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** The headers of a page that may load from the sources of `policy` alone. */
export const pageHeaders = (policy: Policy): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policyText({
    'default-src': "'none'",
    ...policy,
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  }),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});
