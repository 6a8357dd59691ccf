// How to connect to the server of a URL. Its password is read for each connection, because it may change in the URL's
// file.
import { parseIntoClientConfig } from 'pg-connection-string';

/** When the kernel first asks a silent server whether it is still there; some seconds later the connection fails. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/** Without a password in the URL, pg looks for it in PGPASSWORD, then in PGPASSFILE's file, for each connection. */
export function connectOptions(currentUrl: () => string) {
  const parse = () => parseIntoClientConfig(verifying(currentUrl()));
  const options = parse();
  const readPassword = () => String(parse().password ?? '');
  return {
    ...options,
    ...(options.password && { password: readPassword }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  };
}

/**
 * pg checks the certificate with each of these modes as with verify-full, but warns at length that a later version
 * won't. With `uselibpqcompat`, they are what libpq makes of them.
 */
const verifying = (url: string) =>
  url.includes('uselibpqcompat=true')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
