// Loads Prisma's migration engine as WebAssembly; it applies migrations and compares schemas.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type * as Glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { MIGRATIONS_DIRECTORY, type Migration } from './migrations.ts';

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

/**
 * An engine for the database of the factory; takes some 20 ms. The package expects a bundler, so this function links the
 * WebAssembly module and its JavaScript glue. The glue holds one module, so each engine imports a copy of the glue.
 */
export async function loadSchemaEngine(factory: SqlMigrationAwareDriverAdapterFactory): Promise<SchemaEngine> {
  const file = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue: typeof Glue = await import(`${pathToFileURL(file).href}?${randomUUID()}`);
  const wasm = await readFile(join(dirname(file), 'schema_engine_bg.wasm'));
  const imports = { './schema_engine_bg.js': { ...glue, ...quietTimers(glue) } as WebAssembly.ModuleImports };
  const { exports } = (await WebAssembly.instantiate(wasm, imports)).instance;
  glue.__wbg_set_wasm(exports);
  (exports.__wbindgen_start as () => void)();
  return glue.SchemaEngine.new({ datamodels: undefined }, () => {}, bindMigrationAwareSqlAdapterFactory(factory));
}

/** The engine never clears its lock timer of 10 s; unref() keeps it from delaying the end of the process. */
function quietTimers(glue: object) {
  const name = Object.keys(glue).find((key) => key.startsWith('__wbg_setTimeout_'));
  return name ? { [name]: (run: () => void, delay: number) => setTimeout(run, delay >>> 0).unref() } : {};
}

export function migrationList(migrations: Migration[]): MigrationList {
  return {
    baseDir: MIGRATIONS_DIRECTORY,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}
