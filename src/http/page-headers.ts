// The security headers of HTML pages: what a browser may load and run there, and what it may tell others.

/** Directive -> sources, of a Content-Security-Policy. */
type Policy = Readonly<Record<string, string>>;

const policyText = (policy: Policy): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** The headers of a page that may do what `policy` says, and nothing else. */
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
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
});
