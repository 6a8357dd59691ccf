// The SQL from prisma/migrations to prisma/schema.prisma, computed with databases in memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { embeddedAdapterFactory } from '../embedded/embedded-adapter.ts';
import { readMigrations } from './migrations.ts';
import { loadSchemaEngine, migrationList, NO_FILTERS } from './schema-engine.ts';

export const SCHEMA_FILE = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url));

/** Undefined when the migrations match the schema. Check constraints are not part of a Prisma schema. */
export async function missingMigration(schema?: string): Promise<string | undefined> {
  const content = schema ?? (await readFile(SCHEMA_FILE, 'utf8'));
  const client = await PGlite.create();
  try {
    // The engine replays the migrations in its shadow database, and does not use the other one: one database is enough.
    const factory = embeddedAdapterFactory(client);
    const engine = await loadSchemaEngine({ ...factory, connectToShadowDb: factory.connect });
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationList(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA_FILE, content }] },
      script: true,
      exitCode: true, // 2 for a difference, else 0
      filters: NO_FILTERS,
    });
    return exitCode === 2 ? (stdout ?? undefined) : undefined;
  } finally {
    await client.close();
  }
}
