// The migration that leads from prisma/migrations to prisma/schema.prisma, worked out on databases in memory.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { embeddedAdapterFactory } from './embedded-adapter.ts';
import { readMigrations } from './migrations.ts';
import { loadSchemaEngine, migrationList, noFilters } from './schema-engine.ts';

export const schemaFile = fileURLToPath(new URL('../../prisma/schema.prisma', import.meta.url));

/** Its SQL, undefined when the migrations make what the schema says; check constraints are no part of a schema. */
export async function missingMigration(schema?: string): Promise<string | undefined> {
  const content = schema ?? (await readFile(schemaFile, 'utf8'));
  const client = await PGlite.create();
  try {
    const engine = await loadSchemaEngine(embeddedAdapterFactory(client));
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...migrationList(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [{ path: schemaFile, content }] },
      script: true,
      exitCode: true, // asks for 2 when there is a difference
      filters: noFilters,
    });
    return exitCode === 2 ? (stdout ?? undefined) : undefined;
  } finally {
    await client.close();
  }
}
