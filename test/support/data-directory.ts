// A data directory for a service, copied from the template, because PGlite takes seconds to create a database.
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { temporaryDirectory } from './temporary-directory.ts';

/** A directory for DATA_DIR with a migrated, empty database. */
export async function migratedDirectory() {
  const directory = await temporaryDirectory();
  await cp(join(inject('templateDataDir'), 'postgres'), join(directory.path, 'postgres'), {
    recursive: true,
  });
  return directory;
}
