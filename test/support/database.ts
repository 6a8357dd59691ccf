// A migrated, empty database for one test, of the kind that the vitest project is about.
import { inject, onTestFinished } from 'vitest';
import type { DatabaseOptions } from '../../src/database/connection.ts';
import type { Database } from '../../src/database/db.ts';
import { takeEmbedded } from './embedded-database.ts';
import { openPostgres } from './open-postgres.ts';
import { rowsAt } from './pg-client.ts';

/** The template that a project's global setup provides to its tests. */
type Template =
  | { kind: 'pglite'; file: string }
  | { kind: 'postgres'; serverUrl: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** The test must close it. Takes some 0.03 s, but 0.3 s for the first one in a file on PGlite. */
export async function freshDatabase({
  logger,
}: Pick<DatabaseOptions, 'logger'> = {}): Promise<Database> {
  const template = inject('template');
  if (template.kind === 'pglite') return takeEmbedded(template.file, logger);
  const { url, drop } = await freshPostgres();
  const database = await openPostgres(url, { logger });
  return { ...database, close: () => database.close().then(drop) };
}

let count = 0;

export type FreshPostgres = Awaited<ReturnType<typeof freshPostgres>>;

/** A database on the server of the project `postgres`: copied from the template, or without any tables. */
export async function freshPostgres(from: 'template' | 'nothing' = 'template') {
  const template = inject('template');
  if (template.kind !== 'postgres')
    throw new Error('only the project `postgres` has a server');
  const { serverUrl } = template;
  const name = `test_${process.pid}_${count++}`;
  const original = from === 'template' ? template.name : 'template0';
  // Copying the files takes a seventh of the CPU time of the default strategy.
  await rowsAt(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await rowsAt(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

/** The URL of such a database, which is dropped when the test ends. */
export async function postgresUrl(from?: Parameters<typeof freshPostgres>[0]) {
  const { url, drop } = await freshPostgres(from);
  onTestFinished(drop);
  return url;
}
