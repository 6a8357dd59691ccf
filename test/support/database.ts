// A migrated, empty database for one test, on the kind of database that the vitest project at hand is about.
import pg from 'pg';
import { inject } from 'vitest';
import { clientOf, type Database, openDatabase } from '../../src/database/open-database.ts';
import { takeEmbedded } from './embedded-database.ts';

/** What the global setup of a project hands to its tests. */
type Template = { kind: 'pglite'; file: string } | { kind: 'postgres'; serverUrl: string; name: string };

declare module 'vitest' {
  interface ProvidedContext {
    template: Template;
  }
}

/** To be closed by the test. Takes some 0.03 s, but 0.3 s for the first one of a file on PGlite. */
export async function freshDatabase(): Promise<Database> {
  const template = inject('template');
  if (template.kind === 'pglite') return clientOf(await takeEmbedded(template.file));
  const { url, drop } = await freshPostgres();
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  return { ...database, close: () => database.close().then(drop) };
}

let count = 0;

/** A database on the server of the project `postgres`: copied from the template, or without a single table. */
export async function freshPostgres(
  from: 'template' | 'nothing' = 'template',
): Promise<{ url: string; drop(): Promise<void> }> {
  const template = inject('template');
  if (template.kind !== 'postgres') throw new Error('only the project `postgres` has a server');
  const { serverUrl } = template;
  const name = `test_${process.pid}_${count++}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${from === 'template' ? template.name : 'template0'}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
