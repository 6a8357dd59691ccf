// Connections to a server by its current URL: its file, or PGPASSFILE, may have been updated with another password.
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import pgpass from 'pgpass';

// Startup warns of an unreadable file; the package would write plain text to the log.
pgpass.warnTo(undefined);

export const clientOf = (currentUrl: () => string) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const given = parseIntoClientConfig(currentUrl());
      super({ ...config, ...given, password: given.password || (readPassword as () => Promise<string>) });
    }
  };

/** pg would read the file itself, and warns that it is going to stop doing so. */
const readPassword = async (connection: object) =>
  process.env.PGPASSWORD || new Promise<string | undefined>((resolve) => pgpass(connection, resolve));
