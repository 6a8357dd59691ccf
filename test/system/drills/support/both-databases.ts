// The frame of drills that do the same on an embedded database and on a PostgreSQL server.
import type { DatabaseOptions } from '../../../../src/database/connection.ts';
import { temporaryDirectory } from '../../../process/service.ts';
import { startPostgresServer } from '../../../support/postgres-server.ts';
import type { Row } from '../drill.ts';

export type Variables = Readonly<Record<string, string>>;

export interface Tried {
  readonly name: 'embedded' | 'PostgreSQL';
  /** Those of a service on the database. */
  readonly variables: Variables;
  readonly database: DatabaseOptions;
}

/** The rows of one after the other. */
export async function onBothDatabases(drill: (tried: Tried) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const directory = await temporaryDirectory();
  const { url, stop } = await startPostgresServer();
  const embedded = {
    variables: { DATA_DIR: directory.path },
    database: { databaseUrl: undefined, dataDir: directory.path },
  };
  const server = { variables: { DATABASE_URL: url }, database: { databaseUrl: url, dataDir: '' } };
  try {
    return [...(await drill({ name: 'embedded', ...embedded })), ...(await drill({ name: 'PostgreSQL', ...server }))];
  } finally {
    await stop();
    await directory.remove();
  }
}
