// The header that keeps browsers on https (HSTS, RFC 6797).
import { DAY_SECONDS } from '../time.ts';

/** A year: browsers that have seen the header once send no plain request to the host for that long. */
const MAX_AGE_SECONDS = 365 * DAY_SECONDS;

/**
 * The header of every response if the public origin is https. It has neither includeSubDomains nor preload, which bind other
 * hosts: the owner of the domain may add them at the proxy. Browsers would bind all ports of a machine's own host.
 */
export const transportSecurity = (config: { isHttps: boolean; isLocalOrigin: boolean }): Record<string, string> =>
  config.isHttps && !config.isLocalOrigin ? { 'Strict-Transport-Security': `max-age=${MAX_AGE_SECONDS}` } : {};
