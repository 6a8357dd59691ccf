// Connections to a server by its URL as it is now: the file that has it, or the one of PGPASSFILE, may have got another password.
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import pgpass from 'pgpass';

// A start warns of a file that is not read; the package would write plain text to the log.
pgpass.warnTo(undefined);

export const clientOf = (currentUrl: () => string) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const given = parseIntoClientConfig(currentUrl());
      super({ ...config, ...given, password: given.password || (readPassword as () => Promise<string>) });
    }
  };

/** pg would read the file itself, and warns that it will no longer do so. */
const readPassword = async (connection: object) =>
  process.env.PGPASSWORD || new Promise<string | undefined>((resolve) => pgpass(connection, resolve));
