// How to connect to the server of a URL. Its password may change in the file that has the URL: it is read for each connection.
import type { ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** Without a password in the URL, pg looks for it in PGPASSWORD, then in the file of PGPASSFILE, for each connection. */
export function connectOptions(currentUrl: () => string): ClientConfig {
  const options = parseIntoClientConfig(currentUrl());
  const readPassword = () => parseIntoClientConfig(currentUrl()).password as string;
  return { ...options, ...(options.password && { password: readPassword }) };
}
