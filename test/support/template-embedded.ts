// Global setup of the projects `process` and `pglite`: a migrated, empty embedded database, created once as a
// directory that services copy and as a file that tests load into memory.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openFiles } from '../../src/database/embedded/embedded-files.ts';
import { readMigrations } from '../../src/database/migrations/migration-files.ts';
import { temporaryDirectory } from './temporary-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A directory for DATA_DIR. */
    templateDataDir: string;
  }
}

/** Each project has its own instance of this module. */
const shared = globalThis as { createdTemplate?: ReturnType<typeof createTemplate> };

async function createTemplate() {
  const { path: directory, remove } = await temporaryDirectory();
  const files = join(directory, 'postgres');
  const client = await openFiles(files, await readMigrations(), {});
  const dump = await client.dumpDataDir('none');
  await client.close();
  const file = join(directory, 'template.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  return { directory, file, remove };
}

export default async function setup(project: TestProject) {
  shared.createdTemplate ??= createTemplate();
  const { directory, file, remove } = await shared.createdTemplate;
  project.provide('templateDataDir', directory);
  project.provide('template', { kind: 'pglite', file });
  return () => {
    delete shared.createdTemplate;
    return remove();
  };
}
