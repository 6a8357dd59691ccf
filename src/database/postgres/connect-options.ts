// How to connect to the server of a URL.
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** When the kernel first asks a silent server whether it is still there; some seconds later the connection fails. */
const KEEP_ALIVE_MILLISECONDS = 10_000;

/**
 * Without a password in the URL, pg looks for it in PGPASSWORD, then in the file of PGPASSFILE, for each connection.
 * `settings` come after the URL's own `options`, so they apply if both have one.
 */
export function connectOptions(url: string, settings: string): ClientConfig {
  const options = parseIntoClientConfig(url);
  return {
    ...options,
    options: [options.options, settings].filter(Boolean).join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLISECONDS,
  };
}
