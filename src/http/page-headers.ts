// Headers for browsers: HTTPS only, and what a page may load.
import { DAY_SECONDS } from '../time.ts';

/** A year: browsers that saw the header don't send plain HTTP requests to the host for that long. */
const MAX_AGE_SECONDS = 365 * DAY_SECONDS;

/**
 * Set on every response if the public origin is HTTPS. It has neither includeSubDomains nor preload, because these
 * affect other hosts; the domain's owner can add them at the proxy. Not for a local origin, where browsers would apply
 * it to all ports.
 */
export const transportSecurity = (config: {
  isHttps: boolean;
  isLocalOrigin: boolean;
}): Record<string, string> =>
  config.isHttps && !config.isLocalOrigin
    ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` }
    : {};

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
