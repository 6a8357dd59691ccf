// The addresses below /.well-known/ (RFC 8615): whom to tell of a weakness, and where a password is changed.
import { Response } from '@whatwg-node/fetch';
import { DASHBOARD_PATHS, WELL_KNOWN_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS } from '../../time.ts';

/** Less than the year that RFC 9116 allows; readers do not trust an older file. */
const VALID_DAYS = 180;

export interface Deployment {
  /** The public origin of the service. */
  readonly origin: string;
  /** A URI; without one nobody is named. */
  readonly securityContact: string | undefined;
}

/** Undefined for an address at which nothing is. */
export function respondWellKnown(pathname: string, deployment: Deployment, now = new Date()): Response | undefined {
  if (pathname === WELL_KNOWN_PATHS.changePassword) {
    return new Response(null, {
      status: 303,
      headers: { Location: DASHBOARD_PATHS.account, 'Cache-Control': 'no-cache' },
    });
  }
  if (pathname !== WELL_KNOWN_PATHS.security || !deployment.securityContact) return undefined;
  const { origin, securityContact } = deployment;
  const today = Math.floor(now.getTime() / DAY_MILLISECONDS) * DAY_MILLISECONDS;
  const lines = [
    `Contact: ${securityContact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MILLISECONDS).toISOString()}`,
    `Canonical: ${origin}${pathname}`,
    'Preferred-Languages: en',
  ];
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
  return new Response(`${lines.join('\n')}\n`, { headers });
}
