// Connections to a server by its URL as it is now: the file that has it, or the one of PGPASSFILE, may have got another password.
import pg from 'pg';
import pgpass from 'pgpass';

// A start warns of a file that is not read; the package would write plain text to the log.
pgpass.warnTo(undefined);

export const clientOf = (currentUrl: () => string) =>
  class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: currentUrl() });
      // Beside a URL, pg takes no function from its options.
      if (!this.password) Object.assign(this, { password: readPassword });
    }
  };

/** pg would read the file itself, and warns that it will no longer do so. */
const readPassword = (connection: object) => new Promise<string | undefined>((resolve) => pgpass(connection, resolve));
