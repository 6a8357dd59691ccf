// The SQL from prisma/migrations to the schema in prisma, computed by Prisma's migration engine with an in-memory
// database.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import '../../../src/database/embedded/embedded.ts';
import {
  MIGRATIONS_DIRECTORY,
  type Migration,
  readMigrations,
} from '../../../src/database/migrations/migration-files.ts';

const SCHEMA = fileURLToPath(new URL('../../../prisma/', import.meta.url));

interface SchemaFile {
  readonly path: string;
  readonly content: string;
}

/** The files of the schema. */
export async function schemaFiles(): Promise<SchemaFile[]> {
  const names = (await readdir(SCHEMA)).filter((name) => name.endsWith('.prisma'));
  const paths = names.map((name) => join(SCHEMA, name));
  return Promise.all(
    paths.map(async (path) => ({ path, content: await readFile(path, 'utf8') })),
  );
}

/** The package expects a bundler, so the WebAssembly module and its JavaScript glue are linked here. */
const glueFile = createRequire(import.meta.url).resolve(
  '@prisma/schema-engine-wasm/schema_engine_bg',
);
const wasm = await readFile(join(dirname(glueFile), 'schema_engine_bg.wasm'));
const imports = { './schema_engine_bg.js': { ...glue } as WebAssembly.ModuleImports };
const { exports } = (await WebAssembly.instantiate(wasm, imports)).instance;
glue.__wbg_set_wasm(exports);
(exports.__wbindgen_start as () => void)();

/** Undefined when the migrations match the schema. Prisma schemas have no check constraints. */
export async function missingMigration(): Promise<string | undefined> {
  const client = await PGlite.create();
  try {
    return await missingIn(await startEngine(client));
  } finally {
    await client.close();
  }
}

/** The missing SQL, computed by an existing engine. */
export async function missingIn(
  engine: glue.SchemaEngine,
  more: readonly SchemaFile[] = [],
): Promise<string | undefined> {
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'migrations', ...migrationList(await readMigrations()) },
    to: { tag: 'schemaDatamodel', files: [...(await schemaFiles()), ...more] },
    script: true,
    exitCode: true, // 2 for a difference, else 0
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 2 ? (stdout ?? undefined) : undefined;
}

/** An engine with one database, used only as its shadow database for comparisons. */
export function startEngine(client: PGlite): Promise<glue.SchemaEngine> {
  const factory = new PrismaPGlite(client);
  const { provider, adapterName } = factory;
  const connect = () => factory.connect();
  const bound = bindMigrationAwareSqlAdapterFactory({
    provider,
    adapterName,
    connect,
    connectToShadowDb: connect,
  });
  return glue.SchemaEngine.new({ datamodels: undefined }, () => {}, bound);
}

export const migrationList = (migrations: readonly Migration[]): glue.MigrationList => ({
  baseDir: MIGRATIONS_DIRECTORY,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrations.map(({ name, sql }) => ({
    path: name,
    migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
  })),
});
