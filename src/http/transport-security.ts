// The header that keeps browsers on https (HSTS, RFC 6797).

/** A year: browsers that have seen the header once send no plain request to the host for that long. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * The header of every response in live if the public origin is https. It has neither includeSubDomains nor preload,
 * which bind other hosts: the owner of the domain may add them at the proxy.
 */
export const transportSecurity = (config: { environment: string; publicOrigin: string }): Record<string, string> =>
  config.environment === 'live' && config.publicOrigin.startsWith('https:')
    ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` }
    : {};
